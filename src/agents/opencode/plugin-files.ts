import { join } from "node:path";
import type { ConnectPlace } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { OwnFolder } from "../files/own-folder.ts";
import { pluginText } from "./plugin.ts";

/** Where the client keeps its configuration. */
export function configFolder({ home, configDirs }: ConnectPlace): string {
  return configDirs["opencode"] ?? join(home, ".config", "opencode");
}

/** Where the client keeps its database. */
export function dataFolder({ home, dataDirs }: ConnectPlace): string {
  return dataDirs?.["opencode"] ?? join(home, ".local", "share", "opencode");
}

/** Plugins and skills in the user's directory are loaded automatically: no settings of the user are touched. */
export function pluginFolder(place: ConnectPlace): OwnFolder {
  const files = new Map([
    ["plugins/holdfast.js", pluginText(place)],
    ["skills/checkpoint/SKILL.md", checkpointSkill()],
  ]);
  return { root: configFolder(place), files };
}
