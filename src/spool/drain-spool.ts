import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Clock } from "../kernel/clock.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Paths } from "../kernel/paths.ts";
import { listPending, type PendingFile } from "./list-pending.ts";
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
   * Handles events in this order; they may share a transaction. Resolves to the outcome of each after all successful
   * ones are committed. Handling the same id twice must change nothing the second time.
   */
  handle: (requests: readonly HookRequest[]) => Promise<readonly PromiseSettledResult<unknown>[]>;
  redact: (text: string) => string;
  /** Called for each failure; may reveal nothing but the event's name. */
  onFailure?: (error: unknown, event: string) => void;
  /** The maximum number of files in one call, not counting those whose hooks wait. */
  limit?: number;
  /** The time after which no further file is started, in milliseconds since 1970. */
  until?: number;
  /** Ids of events whose hooks wait. They are handled in order with the others; their files are left to the hooks. */
  awaitedIds?: { has(id: string): boolean };
}

export interface DrainResult {
  handled: number;
  quarantined: number;
  /** Incomplete files. They are left for their writers, and quarantined when the writers must be dead. */
  unfinished: number;
  /** True if files are left that a later call may handle. */
  more: boolean;
}

/** Limits for the events of one transaction, so that it holds the write lock only briefly. */
const GROUP_EVENTS = 16;
const GROUP_BYTES = 1024 * 1024;

/**
 * Handles the events in the spool, oldest first, and deletes each file after its commit. An unhealthy store ends the
 * call, but no event is lost. An event that fails three times, or cannot be read, is quarantined.
 */
export async function drainSpool(options: DrainOptions): Promise<DrainResult> {
  const { paths, clock, age = clock, limit = 200 } = options;
  const { until = Number.POSITIVE_INFINITY, awaitedIds = new Set() } = options;
  const pending = listPending(paths.spool, age(), awaitedIds);
  let notAwaited = 0;
  const chosen = pending.filter(({ awaited }) => awaited || ++notAwaited <= limit);
  const result: DrainResult = {
    handled: 0,
    quarantined: 0,
    unfinished: 0,
    more: chosen.length < pending.length,
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

function groupsOf(files: readonly PendingFile[]): PendingFile[][] {
  const groups: PendingFile[][] = [];
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

/** `skipped` and `unfinished` files stay and are retried; `later` ends the call. */
type Outcome = "handled" | "quarantined" | "gone" | "unfinished" | "skipped" | "later";

async function drainGroup(files: readonly PendingFile[], options: DrainOptions): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  const readable: { file: PendingFile; spooled: SpooledEvent }[] = [];
  for (const file of files) {
    const read = readSpoolFile(file.path, file.id);
    if (read.type === "event") readable.push({ file, spooled: read.event });
    else outcomes.push(file.awaited ? "gone" : handleUnreadable(file, read, options));
  }
  if (readable.length === 0) return outcomes;
  const settled = await options.handle(
    readable.map(({ file, spooled }) => ({ spooled, awaited: file.awaited })),
  );
  for (const [index, { file, spooled }] of readable.entries())
    outcomes.push(afterHandling(file, { spooled, result: settled[index] }, options));
  return outcomes;
}

function handleUnreadable(
  file: PendingFile,
  read: Exclude<SpoolRead, { type: "event" }>,
  options: DrainOptions,
): Outcome {
  if (read.type === "gone") return "gone";
  if (read.type === "unusable") return quarantine(file, read.reason, options);
  return file.stale ? quarantine(file, "not a whole JSON document", options) : "unfinished";
}

function afterHandling(
  file: PendingFile,
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

function afterFailure(file: PendingFile, error: unknown, options: DrainOptions): Outcome {
  const code = error instanceof HoldfastError ? error.code : "internal";
  const reason = error instanceof Error ? error.message : String(error);
  if (code.startsWith("store_") || code === "config_invalid") return "later";
  if (code === "invalid_input" || file.retries >= 2) return quarantine(file, reason, options);
  const next = join(options.paths.spool, `${file.id}.r${file.retries + 1}.json`);
  return attempt(() => renameSync(file.path, next)) ? "skipped" : "later";
}

function quarantine(file: PendingFile, reason: string, { paths, redact }: DrainOptions): Outcome {
  return attempt(() => quarantineSpoolFile(paths, file.path, { reason, redact })) ? "quarantined" : "skipped";
}

/** Another process may drain at the same time, or the disk may be full. Neither is a reason to stop. */
function attempt(action: () => void): boolean {
  try {
    action();
    return true;
  } catch {
    return false;
  }
}
