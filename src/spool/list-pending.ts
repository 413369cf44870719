import { lstatSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../files/read-small-file.ts";

export interface PendingFile {
  name: string;
  path: string;
  id: string;
  bytes: number;
  retries: number;
  /** Too old to be still written: its writer is dead. */
  stale: boolean;
  /** A hook waits for the reply, so the file belongs to the hook. */
  awaited: boolean;
  modified: bigint;
}

/** A writer that has not finished after this time never will: its hook ends after at most 15 seconds. */
const STALE_MS = 20_000;
const NAME = /^([0-9a-z-]{8,64})(?:\.r([12]))?\.(json|part)$/;

/**
 * The files to drain, oldest first. The `part` file of a hook is included only if the hook waits, or if it is stale.
 */
export function listPending(
  spool: string,
  now: number,
  awaitedIds: { has(id: string): boolean },
): PendingFile[] {
  const pending = namesIn(spool).flatMap((name) => describe(spool, name, { now, awaitedIds }));
  return pending.sort((a, b) => compare(a.modified, b.modified) || compare(a.name, b.name));
}

function describe(
  spool: string,
  name: string,
  { now, awaitedIds }: { now: number; awaitedIds: { has(id: string): boolean } },
): PendingFile[] {
  const [, id, retries = "0", kind] = NAME.exec(name) ?? [];
  if (id === undefined) return [];
  const awaited = kind === "part" && awaitedIds.has(id);
  const path = join(spool, name);
  const stat = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  if (!stat) return [];
  const stale = now - Number(stat.mtimeNs / 1_000_000n) > STALE_MS;
  if (kind === "part" && !awaited && !stale) return [];
  const file = { name, path, id, bytes: Number(stat.size), retries: Number(retries) };
  return [{ ...file, stale, awaited, modified: stat.mtimeNs }];
}

function compare<T extends bigint | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
