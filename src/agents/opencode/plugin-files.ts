import { join, resolve } from "node:path";
import type { ConnectPlace } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { OwnFolder } from "../files/own-folder.ts";
import { pluginText } from "./plugin.ts";

/** Where the client keeps its configuration. */
export function configFolder({ home, configDirs }: ConnectPlace): string {
  return configDirs["opencode"] ?? join(home, ".config", "opencode");
}

/** Where the client keeps its sessions. A database that is moved without a directory stays in the usual one. */
export function databaseFile({ home, dataDirs, movedFiles }: ConnectPlace): string {
  const folder = dataDirs?.["opencode"] ?? join(home, ".local", "share", "opencode");
  return resolve(folder, movedFiles?.["opencode"] ?? "opencode.db");
}

/** Plugins and skills in the user's directory are loaded automatically: no settings of the user are touched. */
export function pluginFolder(place: ConnectPlace): OwnFolder {
  const files = new Map([
    ["plugins/holdfast.js", pluginText(place)],
    ["skills/checkpoint/SKILL.md", checkpointSkill()],
  ]);
  return { root: configFolder(place), files };
}
