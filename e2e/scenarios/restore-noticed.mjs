import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";

const TURN = "Rewrite the cart.";

export const restoreNoticed = scenario("claude-code", "restore-noticed", "");
export const codexRestoreNoticed = scenario("codex", "codex-restore-noticed", "Codex CLI: ");
export const geminiRestoreNoticed = scenario("gemini", "gemini-restore-noticed", "Gemini CLI: ");

/**
 * @param {"claude-code" | "codex" | "gemini"} agent
 * @param {string} name
 * @param {string} where
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function scenario(agent, name, where) {
  return {
    name,
    says: `${where}after a restore, the next prompt tells the model that its files came back, and which command and commit did not`,
    async run(open) {
      const lab = await open({ agent, latencyMs: 1_000 });
      await lab.holdfast("connect", agent);
      const session = lab.start();
      await session.prompt("Look at the shop.");
      lab.model.enqueue([
        { tools: [lab.tools.run("printf 'rewritten' > src/cart.js")] },
        {
          tools: [lab.tools.run("git -c user.name=A -c user.email=a@b.test commit -qam 'Rewrite the cart'")],
        },
        { text: "The cart is rewritten." },
      ]);
      await session.prompt(TURN);
      await lab.holdfast("restore", "2", "--yes");
      assert.match(readFileSync(join(lab.project, "src/cart.js"), "utf8"), /items\.length/);

      await session.prompt("Go on.");
      const { text } = lab.model.lastRequest();
      const [, notice = ""] =
        /<holdfast-recovery nonce="[\w-]+">\n(The user restored files[^<]*)</.exec(text) ?? [];
      const [restored = "", remaining = ""] = notice.split(/\n|\\n/);
      assert.match(
        restored,
        /before turn 2, the turn .{0,2}"Rewrite the cart\..{0,2}": 1 file \(src\/cart\.js\)/,
      );
      assert.match(remaining, /2 commands ran .*1 commit \(\w+ Rewrite the cart\), not pushed/);
    },
  };
}
