import assert from "node:assert/strict";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";

/** @type {import("../run-scenario.mjs").Scenario} */
export const editedAfterKill = {
  name: "edited-after-kill",
  says: "what a person and the next session change after a kill -9 is theirs: it stays, or comes back with their turn",
  async run(open) {
    const lab = await open({ agent: "claude-code", latencyMs: 1_000 });
    const at = (/** @type {string} */ name) => join(lab.project, name);
    writeFileSync(at("notes.md"), "one\n");
    writeFileSync(at("gone.js"), "// not committed\n");
    await lab.holdfast("connect", "claude-code");

    const killed = lab.start();
    const before = lab.model.requests.length;
    lab.model.enqueue([{ tools: [lab.tools.run("rm gone.js")] }, { text: "Never said.", delayMs: 60_000 }]);
    killed.send("Clean up the folder.");
    await lab.model.nextRequest(() => !existsSync(at("gone.js")), before + 1);
    await killed.kill9();

    const next = lab.start();
    await next.prompt("continue");
    lab.model.enqueue([{ tools: [lab.tools.run("rm package.json")] }, { text: "Deleted." }]);
    await next.prompt("Delete the manifest.");
    const { turns } = JSON.parse(await lab.holdfast("changes", "--json"));
    assert.deepEqual(filesOf(turns.at(-1)), ["package.json"]);
    const restored = await lab.holdfast("restore", String(turns.at(-1).turn), "--yes");
    assert.match(restored, /Restored 1 file/);
    assert.ok(existsSync(at("package.json")), restored);

    appendFileSync(at("notes.md"), "by hand\n");
    const [first] = JSON.parse(await lab.holdfast("log", "--json")).sessions.toReversed();
    const back = await lab.holdfast("restore", "1", "--session", first.nativeId, "--yes");
    assert.ok(existsSync(at("gone.js")), back);
    assert.equal(readFileSync(at("notes.md"), "utf8"), "one\nby hand\n", back);
  },
};

/** @param {{ files: { path: string }[] }} turn */
function filesOf({ files }) {
  return files.map(({ path }) => path);
}
