import { join } from "node:path";
import type { ConnectPlace } from "../../kernel/agent/agent.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { OwnFolder } from "../files/own-folder.ts";
import { extensionText } from "./extension.ts";

/** Where the client keeps its configuration. */
export function configFolder({ home, configDirs }: ConnectPlace): string {
  return configDirs["pi"] ?? join(home, ".pi", "agent");
}

/** An extension in the user's directory is loaded automatically: no settings of the user are touched. */
export function extensionFolder(place: ConnectPlace): OwnFolder {
  const files = new Map([
    ["index.js", extensionText(place)],
    ["skills/checkpoint/SKILL.md", checkpointSkill()],
  ]);
  return { root: join(configFolder(place), "extensions", "holdfast"), files };
}
