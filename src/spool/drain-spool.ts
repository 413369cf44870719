import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../kernel/clock.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Paths } from "../kernel/paths.ts";
import { listWaiting, type Waiting } from "./list-waiting.ts";
import { quarantineSpoolFile } from "./quarantine.ts";
import { readSpoolFile, type SpooledEvent, type SpoolRead } from "./spool-file.ts";

/** An event that a hook wrote, and whether the hook waits for the reply. */
export interface HookRequest {
  spooled: SpooledEvent;
  awaited: boolean;
}

export interface DrainOptions {
  paths: Paths;
  clock: Clock;
  /** The clock for the age of files, if not `clock`. */
  age?: Clock;
  /**
   * Handles events that may share a transaction, in this order, and reports the outcome of each once all that succeeded
   * is committed. Handling the same id twice must change nothing the second time.
   */
  handle: (requests: readonly HookRequest[]) => Promise<readonly PromiseSettledResult<unknown>[]>;
  redact: (text: string) => string;
  /** Called for each failure; may reveal nothing but the event's name. */
  onFailure?: (error: unknown, event: string) => void;
  /** At most this many files in one call, beside those that are asked for. */
  limit?: number;
  /** Milliseconds since 1970 after which no further file is begun. */
  until?: number;
  /** Ids of events whose hooks wait: they are handled in their turn, and their files left to the hooks. */
  asked?: { has(id: string): boolean };
}

export interface DrainResult {
  handled: number;
  quarantined: number;
  /** Not whole yet: left for their writers, and quarantined when those must be dead. */
  unfinished: number;
  /** True when files are left that a later call may handle. */
  more: boolean;
}

/** Events that share a transaction. Few enough to hold the write lock only for a moment. */
const GROUP_EVENTS = 16;
const GROUP_BYTES = 1024 * 1024;

/**
 * Handles what hooks left in the spool, oldest first, and deletes each file once it is committed. A store that is
 * unhealthy ends the call and loses nothing; an event that fails three times, or cannot be read, is quarantined.
 */
export async function drainSpool(options: DrainOptions): Promise<DrainResult> {
  const { paths, clock, age = clock, limit = 200 } = options;
  const { until = Number.POSITIVE_INFINITY, asked = new Set() } = options;
  const waiting = listWaiting(paths.spool, age(), asked);
  let unasked = 0;
  const chosen = waiting.filter(({ awaited }) => awaited || ++unasked <= limit);
  const result: DrainResult = {
    handled: 0,
    quarantined: 0,
    unfinished: 0,
    more: chosen.length < waiting.length,
  };
  for (const group of groupsOf(chosen)) {
    if (clock() >= until) return { ...result, more: true };
    const outcomes = await drainGroup(group, options);
    count(outcomes, result);
    if (outcomes.includes("later")) break;
  }
  return result;
}

function count(outcomes: readonly Outcome[], result: DrainResult): void {
  for (const outcome of outcomes) {
    if (outcome === "unfinished") result.more = true;
    if (outcome === "handled" || outcome === "quarantined" || outcome === "unfinished") result[outcome] += 1;
    else if (outcome !== "gone") result.more = true;
  }
}

function groupsOf(files: readonly Waiting[]): Waiting[][] {
  const groups: Waiting[][] = [];
  let bytes = 0;
  for (const file of files) {
    const group = groups.at(-1);
    bytes += file.bytes;
    if (group && group.length < GROUP_EVENTS && bytes <= GROUP_BYTES) group.push(file);
    else {
      groups.push([file]);
      bytes = file.bytes;
    }
  }
  return groups;
}

/** `skipped` and `unfinished` stay, to be tried again; `later` ends the call. */
type Outcome = "handled" | "quarantined" | "gone" | "unfinished" | "skipped" | "later";

async function drainGroup(files: readonly Waiting[], options: DrainOptions): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const readable: { file: Waiting; spooled: SpooledEvent }[] = [];
  for (const file of files) {
    const read = readSpoolFile(file.path, file.id);
    if (read.type === "event") readable.push({ file, spooled: read.event });
    else outcomes.push(file.awaited ? "gone" : setAside(file, read, options));
  }
  if (readable.length === 0) return outcomes;
  const settled = await options.handle(
    readable.map(({ file, spooled }) => ({ spooled, awaited: file.awaited })),
  );
  for (const [index, { file, spooled }] of readable.entries())
    outcomes.push(afterHandling(file, { spooled, result: settled[index] }, options));
  return outcomes;
}

function setAside(
  file: Waiting,
  read: Exclude<SpoolRead, { type: "event" }>,
  options: DrainOptions,
): Outcome {
  if (read.type === "gone") return "gone";
  if (read.type === "unusable") return quarantine(file, read.reason, options);
  return file.stale ? quarantine(file, "not a whole JSON document", options) : "unfinished";
}

function afterHandling(
  file: Waiting,
  { spooled, result }: { spooled: SpooledEvent; result: PromiseSettledResult<unknown> | undefined },
  options: DrainOptions,
): Outcome {
  if (result?.status === "fulfilled") {
    if (!file.awaited) rmSync(file.path, { force: true });
    return "handled";
  }
  options.onFailure?.(result?.reason, spooled.event);
  return file.awaited ? "gone" : afterFailure(file, result?.reason, options);
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
