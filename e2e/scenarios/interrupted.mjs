import assert from "node:assert/strict";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { answered } from "../client/go-back.mjs";
import { OH_MY_PI_COMPOSER, type } from "../client/person.mjs";
import { openTerminal } from "../client/terminal.mjs";

/** How long a person needs to see that the agent stopped, and then to edit a file. */
const PERSON_MS = 3_000;

/** Faster, a terminal takes two of these keys for another one. */
const PRESS_MS = 500;

/** No client repeats a request that was answered like this. */
const FAILURE = { status: 400, error: { type: "invalid_request_error", message: "The credit is used up." } };

/** @typedef {{ composer: RegExp, args?: string[] }} Screen */

/**
 * @param {"claude-code" | "gemini" | "codex" | "pi" | "oh-my-pi" | "opencode"} agent
 * @param {string} name
 * @param {Screen & { presses?: number }} how how often Esc is pressed; never if an error of the model ends the turn.
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function scenario(agent, name, { composer, args = [], presses = 1 }) {
  const by = presses === 0 ? "an error ended on the screen" : "the person stopped with Esc";
  return {
    name,
    says: `${agent}: a turn that ${by} is restored, and what they wrote after it is kept`,
    async run(open) {
      const lab = await open({ agent, latencyMs: 500 });
      const at = (/** @type {string} */ path) => join(lab.project, path);
      const [cart, notes] = [at("src/cart.js"), at("notes.md")];
      const original = readFileSync(cart, "utf8");
      writeFileSync(notes, "as it was\n");
      const terminal = openTerminal(lab);
      await lab.holdfast("connect", agent);
      await terminal.launch(agent, args);
      await terminal.until(composer);
      await answered(lab, terminal, { prompt: "Look at the shop.", replies: [{ text: "It is small." }] });

      const before = lab.model.requests.length;
      lab.model.enqueue([
        { tools: [lab.tools.run("printf '// by the agent' > src/cart.js && touch src/made.js")] },
        presses === 0 ? FAILURE : { text: "Never said.", delayMs: 30_000 },
      ]);
      await type(terminal, "Rewrite the cart.");
      await lab.model.nextRequest(() => existsSync(at("src/made.js")), before + 1);
      await sleep(PERSON_MS);
      for (let pressed = 0; pressed < presses; pressed++) {
        await terminal.press("Escape");
        await sleep(PRESS_MS);
      }
      await sleep(PERSON_MS);
      writeFileSync(notes, "by hand\n");

      const plan = await lab.holdfast("restore", "2");
      assert.match(plan, /Would restore 2 files/);
      await answered(lab, terminal, { prompt: "Look again.", replies: [{ text: "It is smaller." }] });
      const restored = await lab.holdfast("restore", "2", "--yes");
      assert.match(restored, /Restored 2 files/);
      assert.equal(readFileSync(cart, "utf8"), original, restored);
      assert.equal(existsSync(at("src/made.js")), false, restored);
      assert.equal(readFileSync(notes, "utf8"), "by hand\n", restored);
    },
  };
}

export const interrupted = scenario("claude-code", "interrupted", {
  composer: /^❯/m,
  args: ["--permission-mode", "acceptEdits", "--allowedTools", "Bash"],
});
const CODEX = { composer: /Ask Codex/, args: ["-s", "danger-full-access", "-a", "never"] };
const GEMINI = { composer: /Type your message/, args: ["-y"] };
export const codexInterrupted = scenario("codex", "codex-interrupted", CODEX);
export const codexFailed = scenario("codex", "codex-failed", { ...CODEX, presses: 0 });
export const geminiInterrupted = scenario("gemini", "gemini-interrupted", GEMINI);
export const geminiFailed = scenario("gemini", "gemini-failed", { ...GEMINI, presses: 0 });
export const opencodeInterrupted = scenario("opencode", "opencode-interrupted", {
  composer: /Ask anything/,
  presses: 2,
});
export const piInterrupted = scenario("pi", "pi-interrupted", { composer: /fake-1\s*$/m });
export const ohMyPiInterrupted = scenario("oh-my-pi", "oh-my-pi-interrupted", {
  composer: OH_MY_PI_COMPOSER,
});
