import assert from "node:assert/strict";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const NAME = "found-by-search";
const TODO = "Cover an empty cart with a test";

/** @type {import("../run-scenario.mjs").Scenario} */
export const openclawToolSearch = {
  name: "openclaw-tool-search",
  says: "OpenClaw: with its tool search, as it comes, the model finds and calls our tools, and todos are captured",
  async run(open) {
    const lab = await open({ agent: "openclaw" });
    const path = join(lab.home, ".openclaw", "openclaw.json");
    const { tools, ...settings } = JSON.parse(readFileSync(path, "utf8"));
    const { toolSearch: _, ...unset } = tools;
    writeFileSync(path, JSON.stringify({ ...settings, tools: unset }));
    await lab.holdfast("connect", "openclaw");
    const session = lab.start();
    const [save, plan] = [{ name: NAME }, { plan: [{ step: TODO, status: "pending" }] }];
    const call = (/** @type {string} */ id, /** @type {object} */ args) => ({
      name: "tool_call",
      input: { id, args },
    });
    lab.model.enqueue([
      { tools: [{ name: "tool_search", input: { query: "holdfast checkpoint save" } }] },
      { tools: [call("progress_card", plan)] },
      { tools: [call("holdfast__checkpoint_save", save)] },
      { text: "Saved." },
    ]);
    await session.prompt("Save what there is.");
    const { raw, text } = lab.model.lastRequest();
    assert.ok(!raw.includes('"name":"holdfast__checkpoint_save"'), "its tools were shown by their names");
    assert.ok(text.includes("holdfast__checkpoint_save"), `the search did not find it: ${text}`);
    await session.end();

    const { checkpoints } = await lab.json("list");
    assert.ok(
      checkpoints.some((/** @type {any} */ { name }) => name === NAME),
      `no checkpoint ${NAME}: ${text.slice(-500)}`,
    );
    assert.ok((await lab.holdfast("resume")).includes(TODO), "the todo was not captured");
    lab.saw("Holdfast's tools");
  },
};
