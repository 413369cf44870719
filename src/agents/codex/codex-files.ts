import { join } from "node:path";
import { parse } from "smol-toml";
import * as z from "zod";
import { HoldfastError } from "../../kernel/errors.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import type { ClientSetup } from "../files/client-connection.ts";
import type { OwnedFiles } from "../files/owned-files.ts";

/** The user's files in which our hooks, their trust and our server are, and the skill, which is a file of our own. */
export function codexFiles({ configDir, terminal }: ClientSetup): {
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

const Trust = z.looseObject({
  trusted_hash: z.string().optional().catch(undefined),
  enabled: z.boolean().optional().catch(undefined),
});

/** The Codex settings that decide whether our hooks and our server run. */
const CodexConfig = z.object({
  features: z.object({ hooks: z.unknown() }).optional().catch(undefined),
  hooks: z.object({ state: z.record(z.string(), Trust).catch({}) }).catch({ state: {} }),
  mcp_servers: z.record(z.string(), z.unknown()).catch({}),
});

export type CodexConfig = z.infer<typeof CodexConfig>;

/** Reads config.toml as Codex does. Our own part is written as text: see `config-block.ts`. */
export function readConfig(text: string, path: string): CodexConfig {
  try {
    return CodexConfig.parse(parse(text));
  } catch (error) {
    throw new HoldfastError("conflict", `${path} is not valid TOML, so Codex cannot read it either.`, {
      cause: error,
      next: "Repair it, then connect again.",
    });
  }
}
