import { rm } from "node:fs/promises";
import { join } from "node:path";
import type { ConnectChange, ConnectPlace, ConnectPlan } from "../../kernel/agent/agent.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { checkpointSkill } from "../checkpoint-skill.ts";
import { installFolder, type OwnFolder, removeFolder } from "../files/own-folder.ts";
import { readIfThere, writeIfChanged } from "../files/write-if-changed.ts";
import { configTables, withBlock, withoutBlock, withoutServerSettings } from "./config-block.ts";
import { withHooks, withoutHooks } from "./hooks-file.ts";
import { readConfig } from "./read-config.ts";

export interface CodexFiles {
  folder: string;
  hooks: string;
  config: string;
  skill: OwnFolder;
}

export function codexFiles({ home, configDirs }: ConnectPlace): CodexFiles {
  const folder = configDirs["codex"] ?? join(home, ".codex");
  const skill = {
    root: join(folder, "skills", "holdfast"),
    files: new Map([["SKILL.md", checkpointSkill()]]),
  };
  return { folder, hooks: join(folder, "hooks.json"), config: join(folder, "config.toml"), skill };
}

export async function plan(place: ConnectPlace): Promise<ConnectPlan> {
  const { folder, hooks, config, skill } = codexFiles(place);
  const trust = `a block with the MCP server, and the trust for these hooks: Codex runs no hook that you have not trusted, so Holdfast writes down your trust in its own, and in no other, as Codex's dialog would`;
  return {
    configDir: folder,
    changes: [
      { path: hooks, what: "hooks, after your own" },
      { path: config, what: trust },
      { path: skill.root, what: "the checkpoint skill" },
    ],
  };
}

/** Adds hooks next to the user's own, their trust and the MCP server in a block of config.toml, and the skill. */
export async function connect(place: ConnectPlace): Promise<ConnectChange[]> {
  const { hooks, config, skill } = codexFiles(place);
  const before = await readIfThere(hooks);
  const { text, groups } = withHooks(before, place);
  const settings = (await readIfThere(config)) ?? "";
  const tables = configTables(place, hooks, groups);
  refuseForeignServer(withoutBlock(settings, tables), config);
  // First, because it records which directories it creates, so that disconnecting removes no others.
  const installed = await installFolder(skill);
  const kept = await keepOriginal(hooks, before, text);
  const written = [
    await writeIfChanged(hooks, text),
    await writeIfChanged(config, withBlock(settings, tables)),
  ];
  return [...kept, ...written, ...installed];
}

/** Leaves both files byte-equal unless someone else changed them; otherwise it removes only what is ours. */
export async function disconnect(place: ConnectPlace): Promise<ConnectChange[]> {
  const { hooks, skill } = codexFiles(place);
  // First, while the hooks still show which ones are ours.
  const changes = [...(await removeBlock(place)), ...(await restoreHooks(place, hooks))];
  return [...changes, ...(await removeFolder(skill))];
}

const original = (hooks: string) => `${hooks}.before-holdfast`;

/** Rewriting JSON loses its formatting, so the user's file is kept until disconnecting. */
async function keepOriginal(
  hooks: string,
  before: string | undefined,
  after: string,
): Promise<ConnectChange[]> {
  const isFirst =
    before !== undefined && before !== after && (await readIfThere(original(hooks))) === undefined;
  if (!isFirst || withoutHooks(before) === undefined) return [];
  return [await writeIfChanged(original(hooks), before)];
}

async function restoreHooks(place: ConnectPlace, hooks: string): Promise<ConnectChange[]> {
  const text = await readIfThere(hooks);
  const before = await readIfThere(original(hooks));
  await rm(original(hooks), { force: true });
  if (text === undefined) return [];
  if (before !== undefined && withHooks(before, place).text === text)
    return [await writeIfChanged(hooks, before)];
  const rest = withoutHooks(text);
  if (rest !== undefined) return [await writeIfChanged(hooks, rest)];
  await rm(hooks);
  return [{ path: hooks, action: "removed" }];
}

async function removeBlock(place: ConnectPlace): Promise<ConnectChange[]> {
  const { hooks, config } = codexFiles(place);
  const text = await readIfThere(config);
  if (text === undefined) return [];
  const { groups } = withHooks(await readIfThere(hooks), place);
  const own = withoutBlock(text, configTables(place, hooks, groups));
  const rest = withoutOurSettings(own, config);
  if (rest !== "" || rest === text) return [await writeIfChanged(config, rest)];
  await rm(config);
  return [{ path: config, action: "removed" }];
}

/** Settings added to our server go with it, unless the user has a server of the same name. */
function withoutOurSettings(own: string, config: string): string {
  try {
    return hasServer(own, config) ? own : withoutServerSettings(own);
  } catch {
    // The file cannot be parsed, so only our block is removed.
    return own;
  }
}

function refuseForeignServer(settings: string, config: string): void {
  if (!hasServer(settings, config)) return;
  throw new HoldfastError("conflict", `${config} already has an MCP server named holdfast.`, {
    next: "Remove it, then connect again.",
  });
}

/** Subtables alone, such as tools that are always allowed, do not define a server. */
function hasServer(settings: string, config: string): boolean {
  const server = readConfig(settings, config).mcp_servers["holdfast"];
  if (typeof server !== "object" || server === null) return server !== undefined;
  const values = Object.values(server);
  return values.length === 0 || values.some((value) => typeof value !== "object" || Array.isArray(value));
}
