import { join } from "node:path";
import * as z from "zod";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { ClientSetup } from "../files/client-connection.ts";
import { ownFiles } from "../files/own-files.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { readSettings } from "../files/settings.ts";
import { pluginText } from "../plugin/plugin-text.ts";

/** Patterns, written by `pi config`. A pattern that begins with `!` or `-` disables an extension. */
const Settings = z.object({ extensions: z.array(z.unknown()).optional() });
const DISABLED = /^[!-].*\bholdfast\b/;

export const connection = ownFiles({
  files: extensionFiles,
  plan(setup) {
    const what = "an extension, with the checkpoint skill and the MCP server; your settings do not change";
    return { changes: [{ path: extensionFiles(setup).root, what }] };
  },
  async problems({ configDir }) {
    const path = join(configDir, "settings.json");
    const { extensions = [] } = (await readSettings(path, Settings)) ?? {};
    const off = extensions.filter((pattern) => typeof pattern === "string" && DISABLED.test(pattern));
    return off.map((pattern) => `${path} turns the extension off: remove "${String(pattern)}" there`);
  },
});

/** An extension in the user's directory is loaded automatically: the user's settings are not touched. */
function extensionFiles(setup: ClientSetup): OwnedFiles {
  const files = new Map([
    ["index.js", pluginText("pi", setup)],
    ["skills/checkpoint/SKILL.md", checkpointSkill(setup.terminal)],
  ]);
  return { root: join(setup.configDir, "extensions", "holdfast"), files };
}
