import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { pluginText } from "../plugin/plugin-text.ts";
import { configDirectory } from "./environment.ts";
import { hooks } from "./hooks.ts";
import { terminal } from "./terminal.ts";

export const EXTENSION_FILE = "extensions/holdfast.js";
/** The client reads it beside `mcp.json`, which it writes itself. */
export const SERVER_FILE = ".mcp.json";

/**
 * Extensions, skills and servers in the user's directory are loaded automatically: the user's settings are not touched.
 */
export function extensionFiles(paths: ConnectPaths): OwnedFiles {
  const files = new Map([
    [EXTENSION_FILE, pluginText("oh-my-pi", hooks, paths)],
    [SERVER_FILE, serverText(paths)],
    ["skills/checkpoint/SKILL.md", checkpointSkill(terminal)],
  ]);
  return { root: configDirectory(paths), files, isShared: true };
}

/** `OMPCODE` tells our server which client started it: the client does not set it for servers. */
function serverText({ node, mainScript }: ConnectPaths): string {
  const holdfast = { command: node, args: [mainScript, "mcp"], env: { OMPCODE: "1" } };
  return `${JSON.stringify({ mcpServers: { holdfast } }, null, 2)}\n`;
}
