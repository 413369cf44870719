import assert from "node:assert/strict";
import { ask, leave, OH_MY_PI_COMPOSER, pressOnce, type } from "../client/person.mjs";
import { openTerminal } from "../client/terminal.mjs";

const HINT = /To\s+restore\s+it,\s+type\s+(\S+)\s+--restore/;

/**
 * A person types what a hint says in the real client, and the skill of that client answers.
 * @param {"claude-code" | "opencode" | "pi" | "oh-my-pi"} agent
 * @param {string} name
 * @param {{ command: string, composer: RegExp, begin: string, types?: string, loads?: string, leaving: typeof leave }} client `begin`
 *   starts a new conversation. `types` is what the hint says, for a client that shows it only for a moment; `loads` is what then reaches
 *   the model.
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function hintScenario(
  agent,
  name,
  { command, composer, begin, types, loads = "Restore (--restore)", leaving },
) {
  return {
    name,
    says: `${agent}: what the hint in a new conversation says to type loads our skill, not a dialog of the client`,
    async run(open) {
      const lab = await open({ agent });
      const terminal = openTerminal(lab);
      await lab.holdfast("connect", agent);
      await terminal.open();
      await terminal.run(command);
      await terminal.until(composer);
      await ask(lab, terminal, { prompt: "Let the discount round down.", answer: "It rounds down." });

      lab.model.enqueue([
        { tools: [lab.tools.own("checkpoint_save", { note: "Round the invoices too" })] },
        { text: "The place is saved." },
      ]);
      await type(terminal, "Keep where we are.");
      await terminal.until("The place is saved.");
      await type(terminal, begin);
      const typed = types ?? HINT.exec(await terminal.until(HINT))?.[1] ?? "";

      lab.model.enqueue([
        { tools: [lab.tools.own("checkpoint_resume", {})] },
        { text: "Read the artifacts again?" },
      ]);
      await type(terminal, `${typed} --restore`);
      const screen = await terminal.until("Read the artifacts again?");
      assert.doesNotMatch(screen, /Rewind|Restore the code/);
      // A client may ask the model for a title at the same time.
      const read = (/** @type {string} */ words) =>
        lab.model.requests.some(({ text }) => text.includes(words));
      assert.ok(read(loads), "the skill was not loaded");
      assert.ok(lab.model.requests.slice(-3).some(({ text }) => text.includes("Round the invoices too")));
      await leaving(terminal);
    },
  };
}

export const hintTyped = hintScenario("claude-code", "hint-typed", {
  // Our tools run without a question.
  command: "claude --permission-mode default --allowedTools mcp__plugin_holdfast_holdfast",
  composer: /^❯/m,
  begin: "/clear",
  leaving: leave,
});
export const opencodeHintTyped = hintScenario("opencode", "opencode-hint-typed", {
  command: "opencode",
  composer: /Ask anything/,
  begin: "/new",
  types: "/checkpoint",
  // Its model loads the skill itself.
  loads: "Load the skill named checkpoint and follow it. Arguments: --restore",
  leaving: pressOnce,
});
export const piHintTyped = hintScenario("pi", "pi-hint-typed", {
  command: "pi",
  composer: /fake-1\s*$/m,
  begin: "/new",
  leaving: pressOnce,
});
export const ohMyPiHintTyped = hintScenario("oh-my-pi", "oh-my-pi-hint-typed", {
  command: "omp",
  composer: OH_MY_PI_COMPOSER,
  begin: "/new",
  leaving: pressOnce,
});
