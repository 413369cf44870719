import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { filesBelow } from "../client/files-below.mjs";
import { storedText } from "../client/stored-text.mjs";

// In pieces, so that no scanner takes this file for a leak.
const SECRETS = [
  ["ghp", "_x9K2mQ7vR4tY8wB3nZ6pL1sD5fG0hJcVbN7q"].join(""),
  ["AKIA", "5QZ7WX3NRT2KJ6PD"].join(""),
];
const PROMPT = `Upload the price list; the deploy token is ${SECRETS[0]} and the key id is ${SECRETS[1]}.`;
const NAME = "before-upload";

/**
 * @param {"claude-code" | "gemini" | "codex" | "pi" | "oh-my-pi" | "opencode" | "openclaw"} agent
 * @param {string} name
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function secretScenario(agent, name) {
  return {
    name,
    says: `${agent}: a secret in a prompt is nowhere in our files, and the model saves a checkpoint through MCP`,
    async run(open) {
      const lab = await open({ agent });
      await lab.holdfast("connect", agent);
      const session = lab.start();
      lab.model.enqueue([{ tools: [lab.tools.own("checkpoint_save", { name: NAME })] }, { text: "Saved." }]);
      await session.prompt(PROMPT);
      await session.end();

      const { checkpoints } = await lab.json("list");
      const names = checkpoints.map(/** @param {any} each */ (each) => each.name);
      const { text } = lab.model.lastRequest();
      assert.ok(
        names.includes(NAME),
        `no checkpoint ${NAME} among ${JSON.stringify(names)}: ${text.slice(-500)}`,
      );
      lab.saw("Holdfast's tools");
      const stored = await storedText(lab);
      assert.ok(stored.includes("Upload the price list"), "the prompt was not captured");
      for (const secret of SECRETS) {
        assert.ok(!stored.includes(secret), "an inspection shows a secret");
        for (const path of filesBelow(lab.state))
          assert.ok(!readFileSync(path).includes(secret), `${path.slice(lab.state.length)} holds a secret`);
      }
    },
  };
}

export const secretAndTools = secretScenario("claude-code", "secret-and-tools");
export const codexSecret = secretScenario("codex", "codex-secret");
export const geminiSecret = secretScenario("gemini", "gemini-secret");
export const piSecret = secretScenario("pi", "pi-secret");
export const ohMyPiSecret = secretScenario("oh-my-pi", "oh-my-pi-secret");
export const opencodeSecret = secretScenario("opencode", "opencode-secret");
export const openclawSecret = secretScenario("openclaw", "openclaw-secret");
