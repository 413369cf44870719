import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { directorySize } from "../files/file-sizes.ts";
import { removeOwnDirectory } from "../files/own-directory.ts";
import type { Context, Installation } from "../kernel/context.ts";
import { disconnectAgent } from "./disconnect-agent.ts";
import { tidyState } from "./state-directory.ts";
import { withReason } from "./with-reason.ts";

export type UninstallContext = Installation & Pick<Context, "agents" | "config">;

export interface UninstallResult {
  /** The agents that were connected. */
  disconnected: string[];
  removed: string[];
  /** Everything that remains, with its size; null for a database on a server. */
  kept: { path: string; bytes: number | null; holds: string }[];
}

/**
 * Our entries in the state directory, and the temporary files that a killed write leaves beside them. Nothing else there
 * is deleted, wherever `HOLDFAST_HOME` points.
 */
const STATE_ENTRIES =
  /^(?:holdfast\.db.*|spool.*|quarantine|logs|snapshots|remotes|machine-id|places|records|start-missed|status|work-waiting|trash|token|open-page\.html|code-cache|clean-lines|bin|hook-deadlines|socket-path|prune-asked\.json|conversation\.json|archiving\.json|daemon[.-].*)(?:\.\d+-[\da-z]+\.tmp|\.holdfast-[\da-f]{8}-\d+-[\da-z]+\.partial)?$/;
/** Listed apart from the records: what takes most of the space, and holds no recorded data; and the captured files. */
const APART = /^(?:code-cache|snapshots)$/;
const CONFIG = /^config\.json(?:\.\d+-[\da-z]+\.tmp)?$/;
const VERSION = /^\.?\d+\.\d+\.\d+/;

/** Disconnects every agent and removes the copy of the program. Recorded data is deleted only with `purge`. */
export async function uninstall(
  ctx: UninstallContext,
  { purge }: { purge: boolean },
): Promise<UninstallResult> {
  const { state, programs, configFile } = ctx.paths;
  const disconnected = await disconnectAll(ctx);
  const removed = [];
  if (purge) {
    removed.push(...(await withReason(state, () => removeEntries(state, STATE_ENTRIES))));
    removed.push(...(await withReason(configFile, () => removeEntries(dirname(configFile), CONFIG))));
  }
  // The program directory was created before the state directory, so it is removed last, with their common parents.
  removed.push(...(await withReason(programs, () => removeEntries(programs, VERSION))));
  return { disconnected, removed, kept: listKept(ctx) };
}

/** An agent that fails keeps the program, but does not keep the others connected. */
async function disconnectAll(ctx: UninstallContext): Promise<string[]> {
  const disconnected = [];
  const failures: unknown[] = [];
  for (const adapter of ctx.agents) {
    try {
      const { title, changes } = await disconnectAgent(ctx, adapter);
      if (changes.some(({ action }) => action !== "unchanged")) disconnected.push(title);
    } catch (error) {
      failures.push(error);
    }
  }
  await tidyState(ctx);
  if (failures.length > 0) throw failures[0];
  return disconnected;
}

function removeEntries(directory: string, ours: RegExp): string[] {
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory).filter((name) => ours.test(name));
  for (const name of names) rmSync(join(directory, name), { recursive: true, force: true });
  if (!removeOwnDirectory(directory, [])) removeIfEmpty(directory);
  if (names.length === 0) return [];
  return existsSync(directory) ? names.map((name) => join(directory, name)) : [directory];
}

function removeIfEmpty(directory: string): void {
  try {
    rmdirSync(directory);
  } catch {
    // The directory does not exist, or is not empty.
  }
}

/** What is left of Holdfast on this machine and on its server. */
export function listKept({ paths, config }: UninstallContext): UninstallResult["kept"] {
  const records = "checkpoints, prompts and notes";
  const settings = { path: paths.configFile, bytes: directorySize(paths.configFile), holds: "settings" };
  const { url, schema } = config.store;
  return [
    { path: paths.state, bytes: sizeOf(paths.state), holds: records },
    {
      path: paths.snapshots,
      bytes: directorySize(paths.snapshots),
      holds: "captured files of your projects",
    },
    {
      path: join(paths.state, "code-cache"),
      bytes: directorySize(join(paths.state, "code-cache")),
      holds: "the compiled program, recreated when it runs",
    },
    settings,
    ...(url === undefined ? [] : [{ path: `PostgreSQL, schema ${schema}`, bytes: null, holds: records }]),
  ].filter(({ bytes }) => bytes !== 0);
}

/** The total size of our entries that are not listed apart. */
function sizeOf(directory: string): number {
  if (!existsSync(directory)) return 0;
  const names = readdirSync(directory).filter((name) => STATE_ENTRIES.test(name) && !APART.test(name));
  return names.reduce((sum, name) => sum + directorySize(join(directory, name)), 0);
}
