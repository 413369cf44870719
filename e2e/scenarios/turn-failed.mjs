import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";

export const turnFailed = scenario("claude-code", "turn-failed", "");
export const codexTurnFailed = scenario("codex", "codex-turn-failed", "Codex CLI: ");
export const geminiTurnFailed = scenario("gemini", "gemini-turn-failed", "Gemini CLI: ");
export const opencodeTurnFailed = scenario("opencode", "opencode-turn-failed", "OpenCode: ");
export const piTurnFailed = scenario("pi", "pi-turn-failed", "pi: ");
export const ohMyPiTurnFailed = scenario("oh-my-pi", "oh-my-pi-turn-failed", "oh-my-pi: ");
export const openclawTurnFailed = scenario("openclaw", "openclaw-turn-failed", "OpenClaw: ");

/** No client repeats a request that was answered like this. */
const FAILURE = { status: 400, error: { type: "invalid_request_error", message: "The credit is used up." } };

/** How long a person needs at least to see it and to edit a file. */
const PERSON_MS = 3_000;

/**
 * @param {"claude-code" | "gemini" | "codex" | "pi" | "oh-my-pi" | "opencode" | "openclaw"} agent
 * @param {string} name
 * @param {string} where
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function scenario(agent, name, where) {
  return {
    name,
    says: `${where}a turn that an error of the model ended is restored, and what a person wrote after it is kept`,
    async run(open) {
      const lab = await open({ agent, latencyMs: 500 });
      const at = (/** @type {string} */ path) => join(lab.project, path);
      const [cart, notes] = [at("src/cart.js"), at("notes.md")];
      const original = readFileSync(cart, "utf8");
      writeFileSync(notes, "as it was\n");
      await lab.holdfast("connect", agent);
      const session = lab.start();
      await session.prompt("Look at the shop.");

      lab.model.enqueue([{ tools: [lab.tools.write(cart, "// by the agent\n")] }, FAILURE]);
      await session.prompt("Rewrite the cart.").catch(() => "Some clients end with an error.");
      assert.equal(readFileSync(cart, "utf8"), "// by the agent\n");
      await sleep(PERSON_MS);
      writeFileSync(notes, "by hand\n");

      const restored = await lab.holdfast("restore", "2", "--yes");
      assert.equal(readFileSync(cart, "utf8"), original, restored);
      assert.equal(readFileSync(notes, "utf8"), "by hand\n", restored);
      assert.match(restored, /Restored 1 file/);
    },
  };
}
