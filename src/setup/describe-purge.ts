import { existsSync } from "node:fs";
import { join } from "node:path";
import { allCheckpoints } from "../checkpoints/all-checkpoints.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import type { MaintenanceStorage } from "../kernel/storage/maintenance-storage.ts";
import { listKept, type UninstallContext } from "./uninstall.ts";

/** What `uninstall --purge` deletes. */
export interface PurgePlan {
  paths: { path: string; bytes: number; holds: string }[];
  /** Whether any of it cannot be made again. */
  isRecorded: boolean;
  /** Null if there is no local database, or if it cannot be read. */
  records: { checkpoints: number; sessions: number; names: string[] } | null;
}

type PlanContext = UninstallContext & { store: CheckpointStorage & MaintenanceStorage };

export async function describePurge(ctx: PlanContext): Promise<PurgePlan> {
  const paths = listKept(ctx).flatMap(({ bytes, ...kept }) => (bytes === null ? [] : [{ ...kept, bytes }]));
  const isRecorded = paths.some(({ path }) => path !== join(ctx.paths.state, "code-cache"));
  return { paths, isRecorded, records: await describeRecords(ctx) };
}

/** Records on a server stay, and those of a damaged database are deleted all the same. */
async function describeRecords({ store, config, paths }: PlanContext): Promise<PurgePlan["records"]> {
  if (config.store.url !== undefined || !existsSync(paths.database)) return null;
  try {
    const { checkpoints, sessions } = await store.stats();
    return { checkpoints, sessions, names: await namesOf(store) };
  } catch (error) {
    if (error instanceof HoldfastError) return null;
    throw error;
  }
}

/** The names of checkpoints that their user wanted to keep, newest first. */
async function namesOf(store: CheckpointStorage): Promise<string[]> {
  const names = new Set<string>();
  for await (const { name } of allCheckpoints(store, { includeAbandoned: true }))
    if (name !== null) names.add(name);
  return [...names];
}

/** An archive in the directory that is deleted next would be of no use. */
export function refuseInside({ paths }: Pick<Context, "paths">, directory: string): void {
  if (!`${directory}/`.startsWith(`${paths.state}/`)) return;
  throw new HoldfastError(
    "invalid_input",
    `--archive names a directory in ${paths.state}, which is deleted.`,
  );
}
