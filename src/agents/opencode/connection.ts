import { join } from "node:path";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { ClientPlace } from "../files/client-connection.ts";
import { ownFiles } from "../files/own-files.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { pluginText } from "../plugin/plugin-text.ts";
import { databaseFile } from "./database-file.ts";

const PLUGIN_FILE = "plugins/holdfast.js";

export const connection = ownFiles({
  files: pluginFiles,
  plan(place) {
    const what = "a plugin, with the MCP server; your settings do not change";
    return {
      dataDir: databaseFile(place),
      changes: [
        { path: join(place.configDir, PLUGIN_FILE), what },
        { path: join(place.configDir, "skills", "checkpoint"), what: "the checkpoint skill" },
      ],
    };
  },
});

/** Plugins and skills in the user's directory are loaded automatically: the user's settings are not touched. */
function pluginFiles(place: ClientPlace): OwnedFiles {
  const files = new Map([
    [PLUGIN_FILE, pluginText("opencode", place)],
    ["skills/checkpoint/SKILL.md", checkpointSkill(place.terminal)],
  ]);
  return { root: place.configDir, files, isShared: true };
}
