import { join } from "node:path";
import * as z from "zod";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { ClientSetup } from "../files/client-connection.ts";
import { jsonFile, ownFiles } from "../files/own-files.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { readSettings } from "../files/settings.ts";
import { readIfExists } from "../files/write-if-changed.ts";
import { pluginText } from "../plugin/plugin-text.ts";

const EXTENSION_FILE = "extensions/holdfast.js";
/** The client reads it beside `mcp.json`, which it writes itself. */
const SERVER_FILE = ".mcp.json";

/** Written by the dialogs in which a person disables an extension or a server. */
const DISABLED = /\bextension-module:holdfast\b/;
const Servers = z.object({ disabledServers: z.array(z.unknown()).optional() });

export const connection = ownFiles({
  files: extensionFiles,
  plan: ({ configDir }) => ({
    changes: [
      { path: join(configDir, EXTENSION_FILE), what: "an extension; your settings do not change" },
      {
        path: join(configDir, SERVER_FILE),
        what: "the MCP server; `mcp.json` with your own servers does not change",
      },
      { path: join(configDir, "skills", "checkpoint"), what: "the checkpoint skill" },
    ],
  }),
  async problems({ configDir }) {
    const settings = join(configDir, "config.yml");
    const servers = join(configDir, "mcp.json");
    const { disabledServers = [] } = (await readSettings(servers, Servers)) ?? {};
    return [
      ...(DISABLED.test((await readIfExists(settings)) ?? "")
        ? [`${settings} turns the extension off: remove "extension-module:holdfast" there`]
        : []),
      ...(disabledServers.includes("holdfast")
        ? [`${servers} turns the MCP server off: type /mcp enable holdfast in oh-my-pi`]
        : []),
    ];
  },
});

/**
 * Extensions, skills and servers in the user's directory are loaded automatically: the user's settings are not touched.
 */
function extensionFiles(setup: ClientSetup): OwnedFiles {
  const files = new Map([
    [EXTENSION_FILE, pluginText("oh-my-pi", setup)],
    [SERVER_FILE, serverText(setup)],
    ["skills/checkpoint/SKILL.md", checkpointSkill(setup.terminal)],
  ]);
  return { root: setup.configDir, files, isShared: true };
}

/** `OMPCODE` tells our server which client started it: the client does not set it for servers. */
function serverText({ node, mainScript }: ClientSetup): string {
  const holdfast = { command: node, args: [mainScript, "mcp"], env: { OMPCODE: "1" } };
  return jsonFile({ mcpServers: { holdfast } });
}
