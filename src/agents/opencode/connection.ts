import { join } from "node:path";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { ClientSetup } from "../files/client-connection.ts";
import { ownFiles } from "../files/own-files.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { pluginText } from "../plugin/plugin-text.ts";
import { databaseFile } from "./database-file.ts";

const PLUGIN_FILE = "plugins/holdfast.js";

export const connection = ownFiles({
  files: pluginFiles,
  plan(setup) {
    const what = "a plugin, with the MCP server; your settings do not change";
    return {
      dataDir: databaseFile(setup),
      changes: [
        { path: join(setup.configDir, PLUGIN_FILE), what },
        { path: join(setup.configDir, "skills", "checkpoint"), what: "the checkpoint skill" },
      ],
    };
  },
});

/** Plugins and skills in the user's directory are loaded automatically: the user's settings are not touched. */
function pluginFiles(setup: ClientSetup): OwnedFiles {
  const files = new Map([
    [PLUGIN_FILE, pluginText("opencode", setup)],
    ["skills/checkpoint/SKILL.md", checkpointSkill(setup.terminal)],
  ]);
  return { root: setup.configDir, files, isShared: true };
}
