import { rm } from "node:fs/promises";
import type { ConnectChange } from "../../kernel/agent/agent.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { ClientConnection, ClientSetup } from "../files/client-connection.ts";
import { installFiles, uninstallFiles } from "../files/owned-files.ts";
import { readIfExists, writeIfChanged } from "../files/write-if-changed.ts";
import { check } from "./check.ts";
import { codexFiles, readConfig } from "./codex-files.ts";
import { configTables, withBlock, withoutBlock, withoutServerSettings } from "./config-block.ts";
import { mentionsOurHooks, withHooks, withoutHooks } from "./hooks-file.ts";

export const connection: ClientConnection = { plan, connect, disconnect, check };

async function plan(setup: ClientSetup) {
  const { hooks, config, skill } = codexFiles(setup);
  const trust = `a block with the MCP server, and the trust for these hooks: Codex runs only hooks that you trust, so Holdfast records your trust in its own hooks, and in no others, as Codex's dialog would`;
  return {
    changes: [
      { path: hooks, what: "hooks, after your own" },
      { path: config, what: trust },
      { path: skill.root, what: "the checkpoint skill" },
    ],
  };
}

/** Adds hooks next to the user's own, their trust and the MCP server in a block of config.toml, and the skill. */
async function connect(setup: ClientSetup): Promise<ConnectChange[]> {
  const { hooks, config, skill } = codexFiles(setup);
  const before = await readIfExists(hooks);
  const { text, groups } = withHooks(before, setup, hooks);
  const settings = (await readIfExists(config)) ?? "";
  const tables = configTables(setup, hooks, groups);
  refuseForeignServer(withoutBlock(settings, tables), config);
  // First, because it records which directories it creates, so that disconnecting removes no others.
  const installed = await installFiles(skill);
  const kept = await keepOriginal(hooks, before, text);
  const written = [
    await writeIfChanged(hooks, text),
    await writeIfChanged(config, withBlock(settings, tables)),
  ];
  return [...kept, ...written, ...installed];
}

/** Restores both files byte for byte. If someone else has changed them since, it removes only what is ours. */
async function disconnect(setup: ClientSetup): Promise<ConnectChange[]> {
  const { hooks, config, skill } = codexFiles(setup);
  if (!(await isMentioned(hooks)) && !(await isMentioned(config))) return await uninstallFiles(skill);
  // First, while the hooks still show which ones are ours.
  const changes = [...(await removeBlock(setup)), ...(await restoreHooks(setup, hooks))];
  return [...changes, ...(await uninstallFiles(skill))];
}

/** Whether a file names us. A file that does not is left as it is, even if it is broken. */
async function isMentioned(path: string): Promise<boolean> {
  const text = (await readIfExists(path)) ?? "";
  return text.includes("holdfast") || mentionsOurHooks(text);
}

const original = (hooks: string) => `${hooks}.before-holdfast`;

/** Rewriting JSON loses its formatting, so the user's file is kept until disconnecting. */
async function keepOriginal(
  hooks: string,
  before: string | undefined,
  after: string,
): Promise<ConnectChange[]> {
  const isFirst =
    before !== undefined && before !== after && (await readIfExists(original(hooks))) === undefined;
  if (!isFirst || withoutHooks(before, hooks) === undefined) return [];
  return [await writeIfChanged(original(hooks), before)];
}

async function restoreHooks(setup: ClientSetup, hooks: string): Promise<ConnectChange[]> {
  const text = await readIfExists(hooks);
  const before = await readIfExists(original(hooks));
  await rm(original(hooks), { force: true });
  if (text === undefined) return [];
  if (before !== undefined && withHooks(before, setup, hooks).text === text)
    return [await writeIfChanged(hooks, before)];
  const rest = withoutHooks(text, hooks);
  if (rest !== undefined) return [await writeIfChanged(hooks, rest)];
  await rm(hooks);
  return [{ path: hooks, action: "removed" }];
}

async function removeBlock(setup: ClientSetup): Promise<ConnectChange[]> {
  const { hooks, config } = codexFiles(setup);
  const text = await readIfExists(config);
  if (text === undefined) return [];
  const { groups } = withHooks(await readIfExists(hooks), setup, hooks);
  const own = withoutBlock(text, configTables(setup, hooks, groups));
  const rest = withoutOurSettings(own, config);
  if (rest !== "" || rest === text) return [await writeIfChanged(config, rest)];
  await rm(config);
  return [{ path: config, action: "removed" }];
}

/** Removes settings that were added for our server, unless the user has a server of the same name. */
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
