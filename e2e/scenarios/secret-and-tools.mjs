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
const SAVE = "mcp__plugin_holdfast_holdfast__checkpoint_save";
const NAME = "before-upload";

/** @type {import("../run-scenario.mjs").Scenario} */
export const secretAndTools = {
  name: "secret-and-tools",
  says: "a secret in a prompt is nowhere in our files, and the model saves a checkpoint through MCP",
  async run(open) {
    const lab = await open();
    await lab.holdfast("connect", "claude-code");
    const session = lab.start();
    lab.model.enqueue([{ tools: [{ name: SAVE, input: { name: NAME } }] }, { text: "Saved." }]);
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

/** @param {string} folder @returns {string[]} */
function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path).isFile());
}
