import assert from "node:assert/strict";
import { nativeId } from "../client/native-id.mjs";
import { ask, leave, OH_MY_PI_COMPOSER, pressOnce } from "../client/person.mjs";
import { assertRecovered, recoveredText } from "../client/recovered.mjs";
import { openTerminal } from "../client/terminal.mjs";
import { doTwoTurns, FACTS, PROMPTS } from "./shop-work.mjs";

const ASKED = "Tell me where we were.";
const OTHER = "Translate the invoice page into Danish.";

/**
 * A person chooses the older of two sessions: first in its own conversation, then in a new one with its record.
 * @param {"claude-code" | "codex" | "gemini" | "pi" | "oh-my-pi" | "opencode"} agent
 * @param {string} name
 * @param {RegExp} composer
 * @param {(terminal: ReturnType<typeof openTerminal>) => Promise<void>} [quit] ends a client that waits
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function continueScenario(agent, name, composer, quit = leave) {
  return {
    name,
    says: `${agent}: holdfast continue goes on with the session that is chosen, in its conversation or with its record`,
    async run(open) {
      const lab = await open({ agent });
      const terminal = openTerminal(lab);
      await lab.holdfast("connect", agent);
      const first = lab.start();
      await doTwoTurns(lab, first);
      await first.prompt(PROMPTS.third);
      await first.kill9();
      const second = lab.start();
      await second.prompt(OTHER);
      await second.end();

      await terminal.open();
      await terminal.run("holdfast continue");
      await terminal.until("[worktree]");
      await terminal.press("Down", "Enter");
      await terminal.until(composer);
      const resumed = await ask(lab, terminal, { prompt: ASKED });
      assert.ok(resumed.raw.includes(FACTS.goal), "the conversation was not resumed");
      const conversation = resumed.text.replaceAll(recoveredText(resumed), "");
      const isWhole = Object.values(PROMPTS).every((prompt) => conversation.includes(prompt));
      // One conversation cannot show that of a client whose conversations are "not always" whole.
      if (isWhole && agent !== "gemini") lab.saw("resumed conversations are complete");
      assert.ok(!resumed.raw.includes(OTHER), "it is the other session's conversation");

      await quit(terminal);
      // What the first client left on the screen must not be taken for the second.
      await terminal.run("clear");
      await terminal.until(/^\s*person:\s*$/);
      await terminal.run(`holdfast continue --fresh ${nativeId(first)}`);
      await terminal.until(composer);
      const fresh = await ask(lab, terminal, { prompt: "Go on." });
      assertRecovered(fresh, { ...FACTS, latest: ASKED });
      assert.ok(recoveredText(fresh).includes("chosen by the user"), recoveredText(fresh));
      lab.saw("`holdfast continue`");
    },
  };
}

export const continued = continueScenario("claude-code", "continued", /^❯/m);
export const codexContinued = continueScenario("codex", "codex-continued", /Ask Codex/);
export const geminiContinued = continueScenario("gemini", "gemini-continued", /Type your message/);
export const opencodeContinued = continueScenario("opencode", "opencode-continued", /ctrl\+p commands/);
export const ohMyPiContinued = continueScenario(
  "oh-my-pi",
  "oh-my-pi-continued",
  OH_MY_PI_COMPOSER,
  pressOnce,
);
export const piContinued = continueScenario("pi", "pi-continued", /fake-1\s*$/m, pressOnce);
