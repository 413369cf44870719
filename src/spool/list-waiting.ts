import { lstatSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../files/read-small-file.ts";

export interface Waiting {
  name: string;
  path: string;
  id: string;
  bytes: number;
  retries: number;
  /** It is complete or its writer is dead, and no hook waits for its reply. */
  stale: boolean;
  /** A hook waits for its answer: the file is the hook's. */
  awaited: boolean;
  modified: bigint;
}

/** A writer that has not finished after this time never will: its hook is long past its deadline. */
const STALE_MS = 60_000;
const NAME = /^([0-9a-z-]{8,64})(?:\.r([12]))?\.(json|part)$/;

/** What waits in the spool, oldest first. A hook's `part` is its own until it asks for it, or until it is stale. */
export function listWaiting(spool: string, now: number, asked: { has(id: string): boolean }): Waiting[] {
  const waiting = namesIn(spool).flatMap((name) => describe(spool, name, { now, asked }));
  return waiting.sort((a, b) => compare(a.modified, b.modified) || compare(a.name, b.name));
}

function describe(
  spool: string,
  name: string,
  { now, asked }: { now: number; asked: { has(id: string): boolean } },
): Waiting[] {
  const [, id, retries = "0", kind] = NAME.exec(name) ?? [];
  if (id === undefined) return [];
  const awaited = kind === "part" && asked.has(id);
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
