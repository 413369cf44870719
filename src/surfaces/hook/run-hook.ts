import { renameSync, rmSync, writeSync } from "node:fs";
import type { Context } from "../../kernel/context.ts";
import type { Paths } from "../../kernel/paths.ts";
import { drainSpool } from "../../spool/drain-spool.ts";
import { writeHookDeadlines } from "../../spool/hook-deadlines.ts";
import { isEventId, readSpoolFile, type SpooledEvent, spoolPath } from "../../spool/spool-file.ts";
import {
  answerEvents,
  answerRequests,
  type HandleEvents,
  type ReadRequest,
  readRequests,
} from "./answer-requests.ts";
import { describeFailure } from "./hook-log.ts";
import { isMarkedHung, markHung } from "./hung-marker.ts";

/** Dependencies of the in-process hook; `src/hook.ts` wires them. */
export interface HookWiring {
  paths: Paths;
  clock: () => number;
  open(options: { cwd: string; busyTimeoutMs: number }): Promise<Context & { close(): Promise<void> }>;
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

/** Arguments from `hook.sh`: the event id, the status of its request to the daemon, and the deadline. */
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

/**
 * Answers one event without the daemon, within a hard deadline. An event that cannot be answered in time stays in the
 * spool for later; the agent then gets an empty answer.
 */
export async function runHook(call: HookCall, wiring: HookWiring): Promise<void> {
  const { paths, clock } = wiring;
  const { isSpoolFull = false } = call;
  if (!isEventId(call.id)) return;
  const deadline = clock() + call.deadlineMs;
  const part = spoolPath(paths.spool, call.id, "part");
  const timer = setTimeout(() => {
    wiring.log(`deadline of ${call.deadlineMs} ms reached; the event stays in the spool`);
    leaveToDrain(paths, call.id);
    wiring.exit();
  }, call.deadlineMs);
  try {
    const daemon = daemonState(call.askStatus, paths.state, clock());
    // First, because later steps may not be reached: a hung daemon may hold the lock of the database.
    await recoverDaemon(daemon, wiring);
    const read = readSpoolFile(part, call.id);
    wiring.log(`started; daemon ${daemon}, payload ${read.type === "event" ? "read" : "incomplete"}`);
    if (read.type !== "event") leaveToDrain(paths, call.id);
    else await answer({ spooled: read.event, deadline, isSpoolFull }, wiring);
  } catch (error) {
    // In any case the agent continues. The event is still in the spool, and the drain reports its outcome.
    wiring.log(describeFailure(error));
    leaveToDrain(paths, call.id);
  } finally {
    clearTimeout(timer);
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
}

async function answer({ spooled, deadline, isSpoolFull }: AnswerInput, wiring: HookWiring): Promise<void> {
  const { paths, clock } = wiring;
  // SQLite waits for a lock in this thread, where timers cannot interrupt it: two waits must fit into the remaining
  // time.
  const busyTimeoutMs = Math.max(50, Math.floor((deadline - clock()) / 3));
  const ctx = await wiring.open({ cwd: cwdOf(spooled.payload), busyTimeoutMs });
  try {
    const read = await readRequests(ctx, [{ spooled, awaited: true }]);
    // A new session should include events that earlier hooks only spooled.
    if (read.some(startsSession)) await drainFor(ctx, wiring, (clock() + deadline) / 2);
    const [answer] = await answerEvents(ctx, wiring.handle, read);
    if (answer?.status !== "fulfilled") throw answer?.reason;
    if (clock() < deadline) print(answer.value);
    wiring.log(`handled; reply of ${answer.value.length} characters`);
    rmSync(spoolPath(paths.spool, spooled.id, "part"), { force: true });
    writeHookDeadlines(paths.state, ctx.config.hooks);
    // There may be no daemon and no new session to drain the spool.
    if (isSpoolFull) await drainFor(ctx, wiring, (clock() + deadline) / 2);
  } finally {
    await ctx.close();
  }
}

function startsSession(read: ReadRequest): boolean {
  return read.status === "fulfilled" && read.value?.event.kind === "session_start";
}

async function drainFor(ctx: Context, { paths, clock, handle }: HookWiring, until: number): Promise<void> {
  await drainSpool({
    paths,
    clock,
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

/** Written synchronously: the process may end immediately afterwards. */
function print(reply: string): void {
  if (reply === "") return;
  try {
    writeSync(1, reply);
  } catch {
    // The agent closed its end and does not wait for this reply.
  }
}

function cwdOf(payload: unknown): string {
  const cwd = typeof payload === "object" && payload && "cwd" in payload ? payload.cwd : undefined;
  return typeof cwd === "string" && cwd.length < 4_096 ? cwd : process.cwd();
}
