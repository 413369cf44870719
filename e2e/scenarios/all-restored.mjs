import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const FIRST = "Plan the discount codes. Never round up.";
const SECOND = "Rewrite the cart.";
const LEFT = "The cart is rewritten in the mystery style.";
const ID = /^[\w-]{20,}$/;

export const allRestored = scenario("claude-code", "all-restored", "fork");
export const codexAllRestored = scenario("codex", "codex-all-restored", "fork");
export const geminiAllRestored = scenario("gemini", "gemini-all-restored", "record");
export const piAllRestored = scenario("pi", "pi-all-restored", "record");
export const ohMyPiAllRestored = scenario("oh-my-pi", "oh-my-pi-all-restored", "record");
export const opencodeAllRestored = scenario("opencode", "opencode-all-restored", "record");
export const openclawAllRestored = scenario("openclaw", "openclaw-all-restored", "record");

/**
 * @param {"claude-code" | "codex" | "gemini" | "pi" | "oh-my-pi" | "opencode" | "openclaw"} agent
 * @param {string} name
 * @param {"fork" | "record"} mode
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function scenario(agent, name, mode) {
  return {
    name,
    says: `${agent}: restore --all after kill -9 brings back the files, and the conversation of that moment (${mode})`,
    async run(open) {
      const lab = await open({ agent, latencyMs: 1_000 });
      lab.configure({ hooks: { deadlineMs: 3_000 } });
      await lab.holdfast("connect", agent);
      const cart = join(lab.project, "src/cart.js");
      const original = readFileSync(cart, "utf8");
      const session = lab.start();
      lab.model.enqueue([{ text: "I plan:\n- [ ] write src/discount.js" }]);
      await session.prompt(FIRST);
      lab.model.enqueue([
        { text: LEFT, tools: [lab.tools.run("printf 'rewritten' > src/cart.js")] },
        { text: "Never said.", delayMs: 60_000 },
      ]);
      const before = lab.model.requests.length;
      session.send(SECOND);
      await lab.model.nextRequest(() => readFileSync(cart, "utf8") === "rewritten", before + 1);
      await session.kill9();

      const plan = await lab.holdfast("restore", "2", "--all");
      assert.match(
        plan,
        mode === "fork" ? /Conversation: a fork that ends after/ : /Conversation: a new one/,
      );
      assert.equal(readFileSync(cart, "utf8"), "rewritten", "a plan changed something");
      const { conversation } = await lab.json("restore", "2", "--all", "--yes");
      assert.equal(readFileSync(cart, "utf8"), original);
      assert.equal(conversation.mode, mode);
      assert.equal(conversation.latest, FIRST);

      const { command, environment } = conversation.next;
      const resume =
        mode === "fork" ? command.find(/** @param {string} word */ (word) => ID.test(word)) : undefined;
      const next = lab.start({ env: environment, ...(resume ? { resume } : {}) });
      await next.prompt("Go on.");
      const { text } = lab.model.lastRequest();
      assert.ok(text.includes("Never round up."), "the earlier turn is gone");
      assert.ok(!text.includes("mystery style"), "what was taken back is still there");
      assert.match(text, /The user restored files at .* before turn 2.*1 file \(src\/cart\.js\)/);
      lab.saw("conversation back", mode === "fork" ? "in a fork" : "in a new one");
      await next.end();
    },
  };
}
