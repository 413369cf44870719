import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { folderHash } from "../client/folder-hash.mjs";

/** @type {import("../run-scenario.mjs").Scenario} */
export const connectDisconnect = {
  name: "connect-disconnect",
  says: "for every client, connect and disconnect leave the home directory byte-equal, with and without client files in it",
  async run(open) {
    for (const agent of /** @type {const} */ ([
      "claude-code",
      "gemini",
      "codex",
      "pi",
      "oh-my-pi",
      "opencode",
      "openclaw",
    ]))
      await assertUnchanged(await open({ neverUsed: true }), agent);
    const lab = await open({ neverUsed: true });
    giveClientFiles(lab.home);
    await assertUnchanged(lab, "claude-code");
    for (const agent of /** @type {const} */ (["gemini", "codex", "pi", "oh-my-pi", "opencode", "openclaw"]))
      await assertUnchanged(await open({ agent, neverUsed: true }), agent);
  },
};

/** @param {import("../client/lab.mjs").Lab} lab @param {string} agent */
async function assertUnchanged(lab, agent) {
  const before = folderHash(lab.home);
  const projectBefore = folderHash(lab.project);
  await lab.holdfast("connect", agent);
  assert.notDeepEqual(folderHash(lab.home), before, "connect wrote nothing");
  const connected = clientFiles(lab.home);
  await lab.holdfast("connect", agent);
  assert.deepEqual(clientFiles(lab.home), connected, "a second connect changed something");
  await lab.holdfast("disconnect", agent);
  assert.deepEqual(folderHash(lab.home), before, "the home directory is not as it was");
  assert.deepEqual(folderHash(lab.project), projectBefore, "the project is not as it was");
}

/** Our own state is not the client's. @param {string} home */
function clientFiles(home) {
  return folderHash(home).filter((line) => !line.includes(" .local"));
}

/** A user with settings, hooks and a skill of his own. @param {string} home */
function giveClientFiles(home) {
  const skill = join(home, ".claude", "skills", "mine");
  mkdirSync(skill, { recursive: true });
  writeFileSync(join(skill, "SKILL.md"), "---\nname: mine\ndescription: Mine.\n---\nMine.\n");
  const hooks = { Stop: [{ hooks: [{ type: "command", command: "true" }] }] };
  writeFileSync(join(home, ".claude", "settings.json"), `${JSON.stringify({ hooks }, null, 3)}\n\n`);
}
