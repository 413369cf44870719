import { join } from "node:path";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { ClientPlace } from "../files/client-connection.ts";
import type { OwnedFiles } from "../files/owned-files.ts";

/** The user's files in which our hooks, their trust and our server are, and the skill, which is a file of our own. */
export function codexFiles({ configDir, terminal }: ClientPlace): {
  hooks: string;
  config: string;
  skill: OwnedFiles;
} {
  const skill = {
    root: join(configDir, "skills", "holdfast"),
    files: new Map([["SKILL.md", checkpointSkill(terminal)]]),
  };
  return { hooks: join(configDir, "hooks.json"), config: join(configDir, "config.toml"), skill };
}
