import { join } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { OwnedFiles } from "../files/owned-files.ts";
import { pluginText } from "../plugin/plugin-text.ts";
import { configDirectory } from "./environment.ts";
import { hooks } from "./hooks.ts";
import { terminal } from "./terminal.ts";

/** An extension in the user's directory is loaded automatically: the user's settings are not touched. */
export function extensionFiles(paths: ConnectPaths): OwnedFiles {
  const files = new Map([
    ["index.js", pluginText("pi", hooks, paths)],
    ["skills/checkpoint/SKILL.md", checkpointSkill(terminal)],
  ]);
  return { root: join(configDirectory(paths), "extensions", "holdfast"), files };
}
