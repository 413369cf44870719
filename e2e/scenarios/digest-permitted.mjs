import assert from "node:assert/strict";
import { type } from "../client/person.mjs";
import { storedText } from "../client/stored-text.mjs";
import { openTerminal } from "../client/terminal.mjs";

const DECISION = "Prices are kept in cents.";
const ANSWER = "It is written down.";

/**
 * Who switched debriefs on has agreed to the one tool that they ask for: no dialog stands between.
 * @param {"claude-code" | "gemini" | "codex"} agent
 * @param {string} name
 * @param {{ command: string, composer: RegExp }} client
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function permittedScenario(agent, name, { command, composer }) {
  return {
    name,
    says: `${agent}: with debriefs on, the agent calls session_digest without asking the person`,
    async run(open) {
      const lab = await open({ agent });
      const terminal = openTerminal(lab);
      await lab.holdfast("connect", agent, "--debrief");
      await terminal.open();
      await terminal.run(command);
      await terminal.until(composer);
      const digest = lab.tools.own("session_digest", { decisions: [DECISION] });
      lab.model.enqueue([{ tools: [digest] }, { text: ANSWER }]);
      await type(terminal, "Write down what we decided.");
      await terminal.until(ANSWER);
      assert.ok((await storedText(lab)).includes(DECISION), "the digest was not stored");
    },
  };
}

export const digestPermitted = permittedScenario("claude-code", "digest-permitted", {
  command: "claude --permission-mode default",
  composer: /^❯/m,
});
export const geminiDigestPermitted = permittedScenario("gemini", "gemini-digest-permitted", {
  command: "gemini",
  composer: /Type your message/,
});
export const codexDigestPermitted = permittedScenario("codex", "codex-digest-permitted", {
  command: "codex",
  composer: /Ask Codex/,
});
