import { existsSync } from "node:fs";
import { join } from "node:path";
import { allCheckpoints } from "../checkpoints/all-checkpoints.ts";
import { directorySize } from "../files/file-sizes.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import type { MaintenanceStorage } from "../kernel/storage/maintenance-storage.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { allSessions } from "../sessions/all-sessions.ts";
import { surveyAgents } from "./survey-agents.ts";
import { listKept, type UninstallContext } from "./uninstall.ts";

/** What `uninstall --purge` deletes. */
export interface PurgePlan {
  paths: { path: string; bytes: number; holds: string }[];
  /** Whether any of it cannot be made again. */
  isRecorded: boolean;
  /** Null if there is no local database, or if it cannot be read. */
  records: { checkpoints: number; sessions: number; imported: number; names: string[] } | null;
  /** The agents that are disconnected, and where what `connect` added is removed. */
  agents: { title: string; path: string }[];
}

type PlanContext = UninstallContext & { store: CheckpointStorage & MaintenanceStorage & SessionStorage };

export async function describePurge(ctx: PlanContext): Promise<PurgePlan> {
  const paths = listKept(ctx).flatMap(({ bytes, ...kept }) => (bytes === null ? [] : [{ ...kept, bytes }]));
  const isRecorded = paths.some(({ path }) => path !== join(ctx.paths.state, "code-cache"));
  const connected = (await surveyAgents(ctx)).filter(({ isConnected }) => isConnected);
  const agents = connected.map(({ adapter, configDir }) => ({ title: adapter.title, path: configDir }));
  return { paths: [...paths, ...programOf(ctx)], isRecorded, records: await describeRecords(ctx), agents };
}

/** The copy of the program that runs the hooks. */
function programOf({ paths: { programs } }: PlanContext): PurgePlan["paths"] {
  const bytes = existsSync(programs) ? directorySize(programs) : 0;
  return bytes === 0 ? [] : [{ path: programs, bytes, holds: "the copy of the program" }];
}

async function countImported(store: SessionStorage): Promise<number> {
  let imported = 0;
  for await (const { machine } of allSessions(store, {})) if (machine !== null) imported++;
  return imported;
}

/** Records on a server stay, and those of a damaged database are deleted all the same. */
async function describeRecords({ store, config, paths }: PlanContext): Promise<PurgePlan["records"]> {
  if (config.store.url !== undefined || !existsSync(paths.database)) return null;
  try {
    const { checkpoints, sessions } = await store.stats();
    return { checkpoints, sessions, imported: await countImported(store), names: await namesOf(store) };
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
