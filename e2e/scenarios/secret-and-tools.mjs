import assert from "node:assert/strict";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { storedText } from "../client/stored-text.mjs";

// In pieces, so that no scanner takes this file for a leak.
const SECRETS = [
  ["ghp", "_x9K2mQ7vR4tY8wB3nZ6pL1sD5fG0hJcVbN7q"].join(""),
  ["AKIA", "5QZ7WX3NRT2KJ6PD"].join(""),
];
const PROMPT = `Upload the price list; the deploy token is ${SECRETS[0]} and the key id is ${SECRETS[1]}.`;
const NAME = "before-upload";

/**
 * @param {"claude-code" | "gemini" | "codex"} agent
 * @param {{ name: string, save: string }} how The scenario's name, and the client's name of our tool.
 * @returns {import("../run-scenario.mjs").Scenario}
 */
function secretScenario(agent, { name, save }) {
  return {
    name,
    says: `${agent}: a secret in a prompt is nowhere in our files, and the model saves a checkpoint through MCP`,
    async run(open) {
      const lab = await open({ agent });
      await lab.holdfast("connect", agent);
      const session = lab.start();
      lab.model.enqueue([{ tools: [{ name: save, input: { name: NAME } }] }, { text: "Saved." }]);
      await session.prompt(PROMPT);
      await session.end();

      const { checkpoints } = await lab.json("list");
      const names = checkpoints.map(/** @param {any} each */ (each) => each.name);
      assert.ok(names.includes(NAME), `no checkpoint ${NAME} among ${JSON.stringify(names)}`);
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

export const secretAndTools = secretScenario("claude-code", {
  name: "secret-and-tools",
  save: "mcp__plugin_holdfast_holdfast__checkpoint_save",
});

export const codexSecret = secretScenario("codex", {
  name: "codex-secret",
  save: "mcp__holdfast__checkpoint_save",
});

export const geminiSecret = secretScenario("gemini", {
  name: "gemini-secret",
  save: "mcp_holdfast_checkpoint_save",
});

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile());
}
