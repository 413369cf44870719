import assert from "node:assert/strict";
import { ask, leave, type } from "../client/person.mjs";
import { assertRecovered, recoveredText } from "../client/recovered.mjs";
import { openTerminal } from "../client/terminal.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

const NOTICE = 'Holdfast: continuing "Give the cart discount codes.';
const WITHDRAWN = "The user dismissed the record of an earlier session";

/**
 * A person sees what a session continues, dismisses it, clears the conversation, and leaves.
 * @param {"claude-code" | "gemini" | "codex"} agent
 * @param {string} name
 * @param {{ command: string, composer: RegExp }} client
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function shownScenario(agent, name, { command, composer }) {
  return {
    name,
    says: `${agent}: a line on the screen says what is continued; dismissed, it is withdrawn and not offered again; cleared, it is kept`,
    async run(open) {
      const lab = await open({ agent });
      const terminal = openTerminal(lab);
      await lab.holdfast("connect", agent);
      const first = lab.start();
      await doTwoTurns(lab, first);
      await first.prompt(PROMPTS.third);
      await first.kill9();

      await terminal.open();
      await terminal.run(command);
      await terminal.until(composer);
      const continued = await ask(lab, terminal, {
        prompt: "Say where we were.",
        answer: "At the rounding.",
      });
      assertRecovered(continued, FACTS);
      await terminal.until(NOTICE);

      const { dismissed, already } = await lab.json("dismiss");
      assert.deepEqual([dismissed, already], [first.id, false]);
      const withdrawn = await ask(lab, terminal, { prompt: "List the files of src.", answer: "One file." });
      assert.ok(recoveredText(withdrawn).includes(WITHDRAWN), recoveredText(withdrawn));

      await type(terminal, "/clear");
      // Codex begins the new conversation with its first prompt.
      const cleared = await ask(lab, terminal, { prompt: "Say what is next.", answer: "Nothing yet." });
      await terminal.until("Holdfast: cleared.");
      assert.equal(recoveredText(cleared), "", "after /clear the model received a record");

      await leave(terminal);
      await lab.start().prompt("Go on.");
      const next = recoveredText(lab.model.lastRequest());
      assert.ok(!next.includes(FACTS.goal), `the dismissed record was offered again:\n${next}`);
    },
  };
}

export const shown = shownScenario("claude-code", "shown", { command: "claude", composer: /^❯/m });
export const geminiShown = shownScenario("gemini", "gemini-shown", {
  command: "gemini",
  composer: /Type your message/,
});
export const codexShown = shownScenario("codex", "codex-shown", { command: "codex", composer: /Ask Codex/ });
