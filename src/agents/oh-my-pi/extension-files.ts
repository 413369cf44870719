import { join } from "node:path";
import type { ConnectPlace } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { OwnFolder } from "../files/own-folder.ts";
import { extensionText } from "./extension.ts";

export const EXTENSION_FILE = "extensions/holdfast.js";
/** The client reads it beside `mcp.json`, which it writes itself. */
export const SERVER_FILE = ".mcp.json";

/** Where the client keeps its configuration. */
export function configFolder({ home, configDirs }: ConnectPlace): string {
  return configDirs["oh-my-pi"] ?? join(home, ".omp", "agent");
}

/** Extensions, skills and servers in the user's directory are loaded automatically: no settings of the user are touched. */
export function extensionFolder(place: ConnectPlace): OwnFolder {
  const files = new Map([
    [EXTENSION_FILE, extensionText(place)],
    [SERVER_FILE, serverText(place)],
    ["skills/checkpoint/SKILL.md", checkpointSkill()],
  ]);
  return { root: configFolder(place), files };
}

/** The mark says which client our server belongs to: the client starts servers without it. */
function serverText({ node, mainScript }: ConnectPlace): string {
  const holdfast = { command: node, args: [mainScript, "mcp"], env: { OMPCODE: "1" } };
  return `${JSON.stringify({ mcpServers: { holdfast } }, null, 2)}\n`;
}
