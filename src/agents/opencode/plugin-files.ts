import { join, resolve } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { pluginText } from "../plugin/plugin-text.ts";
import { configDirectory } from "./environment.ts";
import { hooks } from "./hooks.ts";
import { terminal } from "./terminal.ts";

/** Where the client keeps its sessions. A relative path of a moved database is resolved in the usual directory. */
export function databaseFile({ home, dataDirs, movedFiles }: ConnectPaths): string {
  const directory = dataDirs?.["opencode"] ?? join(home, ".local", "share", "opencode");
  return resolve(directory, movedFiles?.["opencode"] ?? "opencode.db");
}

/** Plugins and skills in the user's directory are loaded automatically: the user's settings are not touched. */
export function pluginFiles(paths: ConnectPaths): OwnedFiles {
  const files = new Map([
    ["plugins/holdfast.js", pluginText("opencode", hooks, paths)],
    ["skills/checkpoint/SKILL.md", checkpointSkill(terminal)],
  ]);
  return { root: configDirectory(paths), files, isShared: true };
}
