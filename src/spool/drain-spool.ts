import { lstatSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../kernel/clock.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Paths } from "../kernel/paths.ts";
import { quarantineSpoolFile } from "./quarantine.ts";
import { readSpoolFile, type SpooledEvent } from "./spool-file.ts";

export interface DrainOptions {
  paths: Paths;
  clock: Clock;
  /** Resolves once the event is committed. Handling the same id twice must change nothing the second time. */
  handle: (event: SpooledEvent) => Promise<unknown>;
  redact: (text: string) => string;
  /** Told of each failure; the event's name is all that may be said of it. */
  onFailure?: (error: unknown, event: string) => void;
  /** At most this many files in one call. */
  limit?: number;
  /** Milliseconds since 1970 after which no further file is begun. */
  until?: number;
}

export interface DrainResult {
  handled: number;
  quarantined: number;
  /** True when files are left that a later call may handle. */
  more: boolean;
}

/** A writer that has not finished after this time never will: its hook is long past its deadline. */
const STALE_MS = 60_000;
const NAME = /^([0-9a-z-]{8,64})(?:\.r([12]))?\.(json|part)$/;

interface Waiting {
  name: string;
  path: string;
  id: string;
  retries: number;
  stale: boolean;
  modified: bigint;
}

/**
 * Handles what hooks left in the spool, oldest first, and deletes each file once it is committed. A store that is
 * unwell ends the call and loses nothing; an event that fails three times, or cannot be read, is quarantined.
 */
export async function drainSpool(options: DrainOptions): Promise<DrainResult> {
  const { paths, clock, limit = 200, until = Number.POSITIVE_INFINITY } = options;
  const result: DrainResult = { handled: 0, quarantined: 0, more: false };
  for (const [index, file] of listWaiting(paths.spool, clock()).entries()) {
    if (index >= limit || clock() >= until) return { ...result, more: true };
    const outcome = await drainOne(file, options);
    if (outcome === "later") return { ...result, more: true };
    if (outcome === "skipped") result.more = true;
    else if (outcome !== "gone") result[outcome] += 1;
  }
  return result;
}

/** `skipped` stays (still being written, or to be tried again); `later` ends the call. */
type Outcome = "handled" | "quarantined" | "gone" | "skipped" | "later";

async function drainOne(file: Waiting, options: DrainOptions): Promise<Outcome> {
  const read = readSpoolFile(file.path, file.id);
  switch (read.type) {
    case "gone":
      return "gone";
    case "torn":
      return file.stale ? quarantine(file, "not a whole JSON document", options) : "skipped";
    case "unusable":
      return quarantine(file, read.reason, options);
    case "event":
      try {
        await options.handle(read.event);
        rmSync(file.path, { force: true });
        return "handled";
      } catch (error) {
        options.onFailure?.(error, read.event.event);
        return afterFailure(file, error, options);
      }
  }
}

function afterFailure(file: Waiting, error: unknown, options: DrainOptions): Outcome {
  const code = error instanceof HoldfastError ? error.code : "internal";
  const reason = error instanceof Error ? error.message : String(error);
  if (code.startsWith("store_") || code === "config_invalid") return "later";
  if (code === "invalid_input" || file.retries >= 2) return quarantine(file, reason, options);
  const next = join(options.paths.spool, `${file.id}.r${file.retries + 1}.json`);
  return attempt(() => renameSync(file.path, next)) ? "skipped" : "later";
}

function quarantine(file: Waiting, reason: string, { paths, redact }: DrainOptions): Outcome {
  return attempt(() => quarantineSpoolFile(paths, file.path, { reason, redact })) ? "quarantined" : "skipped";
}

/** Another process may drain beside us, and the disk may be full: neither is a reason to stop. */
function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}

function listWaiting(spool: string, now: number): Waiting[] {
  let names: string[];
  try {
    names = readdirSync(spool);
  } catch {
    // No folder yet: no hook has run.
    return [];
  }
  const waiting = names.flatMap((name) => describe(spool, name, now));
  return waiting.sort((a, b) => compare(a.modified, b.modified) || compare(a.name, b.name));
}

/** A hook's `part` is its own until it is stale. */
function describe(spool: string, name: string, now: number): Waiting[] {
  const match = NAME.exec(name);
  if (!match?.[1]) return [];
  const path = join(spool, name);
  const modified = lstatSync(path, { bigint: true, throwIfNoEntry: false })?.mtimeNs;
  if (modified === undefined) return [];
  const stale = now - Number(modified / 1_000_000n) > STALE_MS;
  if (match[3] === "part" && !stale) return [];
  return [{ name, path, id: match[1], retries: Number(match[2] ?? 0), stale, modified }];
}

function compare<T extends bigint | string>(a: T, b: T): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}
