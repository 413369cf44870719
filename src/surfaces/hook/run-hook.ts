import { renameSync, rmSync } from "node:fs";
import type { Context } from "../../kernel/context.ts";
import type { Paths } from "../../kernel/paths.ts";
import { drainSpool } from "../../spool/drain-spool.ts";
import { writeHookDeadlines } from "../../spool/hook-deadlines.ts";
import { writeReceipt } from "../../spool/receipts.ts";
import { isEventId, readSpoolFile, type SpooledEvent, spoolPath } from "../../spool/spool-file.ts";
import { answerEvents, answerRequests, type HandleEvents, readRequests } from "./answer-requests.ts";
import { describeFailure } from "./hook-log.ts";
import { isMarkedHung, markHung } from "./hung-marker.ts";
import { isEmptyOutput } from "./is-empty-output.ts";
import { printReply } from "./print-reply.ts";

interface HookContextOptions extends Required<Pick<Context, "defer">> {
  cwd: string;
  busyTimeoutMs: number;
}

/** Dependencies of the in-process hook; `src/hook.ts` wires them. */
export interface HookWiring {
  paths: Paths;
  clock: () => number;
  /** Milliseconds since this process started, whatever the clock is set to. */
  elapsed: () => number;
  open(options: HookContextOptions): Promise<Context & { close(): Promise<void> }>;
  handle: HandleEvents;
  /** Starts or replaces the daemon for later events, without waiting. */
  recoverDaemon(daemon: DaemonState): Promise<void>;
  /** Records a step for debugging (`hook-log.ts`). */
  log(step: string): void;
  /** Ends the process immediately: a later reply would be useless. */
  exit(): never;
}

/**
 * The daemon as this hook sees it. `hung`: it did not reply in time. `unhealthy`: it was not asked, or returned an
 * error.
 */
export type DaemonState = "absent" | "unhealthy" | "hung";

/**
 * Arguments from `hook.sh`: the event id, the status of its request to the daemon, and the deadline since this process
 * started.
 */
export interface HookCall {
  event: string;
  id: string;
  askStatus: number;
  deadlineMs: number;
  /** The spool is so large that events are dropped, so this hook drains it as well. */
  isSpoolFull?: boolean;
}

/** Exit codes of curl: connection refused, and timeout. */
const REFUSED = 7;
const TIMED_OUT = 28;
/** SQLite waits for a lock in this thread, where timers cannot interrupt it. */
const MAX_BUSY_MS = 1_000;

/**
 * Answers one event without the daemon, within a hard deadline. An event that cannot be answered in time stays in the
 * spool for later; the agent then gets an empty answer.
 */
export async function runHook(call: HookCall, wiring: HookWiring): Promise<void> {
  const { paths, clock, elapsed } = wiring;
  const { isSpoolFull = false, deadlineMs: deadline } = call;
  if (!isEventId(call.id)) return;
  const daemon = daemonState(call.askStatus, paths.state, clock());
  // A hung daemon may hold the lock of the database, so it is replaced first. A missing one would only compete with
  // this process for a busy machine, so it is started last.
  if (daemon === "hung") await recoverDaemon(daemon, wiring);
  const end = daemon === "hung" ? async () => {} : () => recoverDaemon(daemon, wiring);
  const timer = setTimeout(
    () => {
      wiring.log(`deadline of ${deadline} ms reached; the event stays in the spool`);
      leaveToDrain(paths, call.id);
      void end().finally(wiring.exit);
    },
    Math.max(1, deadline - elapsed()),
  );
  try {
    const read = readSpoolFile(spoolPath(paths.spool, call.id, "part"), call.id);
    wiring.log(`started; daemon ${daemon}, payload ${read.type === "event" ? "read" : "incomplete"}`);
    if (read.type !== "event") leaveToDrain(paths, call.id);
    else await answer({ spooled: read.event, deadline, isSpoolFull, daemon }, wiring);
  } catch (error) {
    // In any case the agent continues. The event is still in the spool, and the drain reports its outcome.
    wiring.log(describeFailure(error));
    leaveToDrain(paths, call.id);
  } finally {
    clearTimeout(timer);
    await end();
  }
}

async function recoverDaemon(daemon: DaemonState, wiring: HookWiring): Promise<void> {
  try {
    await wiring.recoverDaemon(daemon);
  } catch (error) {
    // The settings are unreadable, or no process can be started. The next hook tries again.
    wiring.log(describeFailure(error));
  }
}

/** Status zero means that `hook.sh` did not ask: there is no socket, or the daemon is marked as hung. */
function daemonState(askStatus: number, state: string, now: number): DaemonState {
  if (askStatus === TIMED_OUT) {
    markHung(state, now);
    return "hung";
  }
  return askStatus === REFUSED || (askStatus === 0 && !isMarkedHung(state, now)) ? "absent" : "unhealthy";
}

interface AnswerInput {
  spooled: SpooledEvent;
  deadline: number;
  isSpoolFull: boolean;
  daemon: DaemonState;
}

async function answer(input: AnswerInput, wiring: HookWiring): Promise<void> {
  const { spooled, deadline, isSpoolFull } = input;
  const { paths, elapsed } = wiring;
  // Two waits for a lock must fit into the remaining time.
  const busyTimeoutMs = Math.min(MAX_BUSY_MS, Math.max(50, Math.floor((deadline - elapsed()) / 3)));
  const deferred: (() => void)[] = [];
  const defer = (work: () => void) => void deferred.push(work);
  const ctx = await wiring.open({ cwd: cwdOf(spooled.payload), busyTimeoutMs, defer });
  try {
    // Earlier hooks may only have spooled their events, and no daemon drains them.
    if (input.daemon !== "unhealthy") await drainFor(ctx, wiring, (elapsed() + deadline) / 2);
    const read = await readRequests(ctx, [{ spooled, awaited: true }]);
    const [answer] = await answerEvents(ctx, wiring.handle, read);
    if (answer?.status !== "fulfilled") throw answer?.reason;
    deliver(spooled.id, answer.value, wiring);
    for (const work of deferred) work();
    writeHookDeadlines(paths.state, ctx.config.hooks);
    if (isSpoolFull) await drainFor(ctx, wiring, (elapsed() + deadline) / 2);
  } finally {
    await ctx.close();
  }
}

/** Prints a reply and confirms that. What could not be printed stays pending, and the reply to a later event carries it. */
function deliver(id: string, reply: string, { paths, log }: HookWiring): void {
  const isPrinted = isEmptyOutput(reply) || printReply(reply);
  log(`handled; reply of ${reply.length} characters${isPrinted ? "" : " could not be printed"}`);
  if (isPrinted && !isEmptyOutput(reply)) writeReceipt(paths.spool, id);
  rmSync(spoolPath(paths.spool, id, "part"), { force: true });
}

async function drainFor(
  ctx: Context,
  { paths, clock, elapsed, handle }: HookWiring,
  until: number,
): Promise<void> {
  await drainSpool({
    paths,
    clock: elapsed,
    age: clock,
    handle: (requests) => answerRequests(ctx, handle, requests),
    redact: (text) => ctx.redactor.text(text),
    until,
  });
}

function leaveToDrain(paths: Paths, id: string): void {
  try {
    renameSync(spoolPath(paths.spool, id, "part"), spoolPath(paths.spool, id, "json"));
  } catch {
    // The file is gone: the daemon or a drain has handled it in the meantime.
  }
}

function cwdOf(payload: unknown): string {
  const cwd = typeof payload === "object" && payload && "cwd" in payload ? payload.cwd : undefined;
  return typeof cwd === "string" && cwd.length < 4_096 ? cwd : process.cwd();
}
