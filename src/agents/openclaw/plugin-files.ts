import { join } from "node:path";
import type { ConnectPlace } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { OwnFolder } from "../files/own-folder.ts";
import { pluginText } from "./plugin.ts";

/** Where the client keeps its configuration and its state. */
export function configFolder({ home, configDirs }: ConnectPlace): string {
  return configDirs["openclaw"] ?? join(home, ".openclaw");
}

/** The client takes `~` in the variable for the home directory, as a shell does. */
export function settingsFile(place: ConnectPlace): string {
  const moved = place.movedFiles?.["openclaw"]?.replace(/^~(?=\/|$)/, () => place.home);
  return moved ?? join(configFolder(place), "openclaw.json");
}

/** A plugin in the user's directory is loaded automatically; what it may read, the settings say. */
export function pluginFolder(place: ConnectPlace): OwnFolder {
  const files = new Map([
    ["index.js", pluginText(place)],
    ["openclaw.plugin.json", json(manifest(place))],
    ["package.json", json(PACKAGE)],
    ["skills/checkpoint/SKILL.md", checkpointSkill()],
  ]);
  return { root: join(configFolder(place), "extensions", "holdfast"), files };
}

const PACKAGE = {
  name: "holdfast-openclaw",
  version: "0.1.0",
  private: true,
  type: "module",
  openclaw: { extensions: ["./index.js"] },
};

/** The mark says which client our server belongs to. */
function manifest({ node, mainScript }: ConnectPlace) {
  return {
    id: "holdfast",
    name: "Holdfast",
    description: "Checkpoints of your work that outlive compaction, crashes and closed sessions",
    activation: { onStartup: true },
    skills: ["skills"],
    mcpServers: { holdfast: { command: node, args: [mainScript, "mcp"], env: { OPENCLAW_CLI: "1" } } },
    configSchema: { type: "object", additionalProperties: false, properties: {} },
  };
}

function json(value: object): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
