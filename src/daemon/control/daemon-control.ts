import { readSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { modifiedAt } from "../../files/file-sizes.ts";
import { withOwnFile } from "../../files/own-file.ts";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Paths } from "../../kernel/paths.ts";
import type { Processes } from "../../kernel/ports/processes.ts";
import { clearHung } from "../../surfaces/hook/hung-marker.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { findSocket } from "../socket-path.ts";
import { askDaemon, askIdentity } from "./ask-daemon.ts";
import { type DaemonIdentity, PROTOCOL, readDaemonRecord } from "./daemon-record.ts";
import { spawnDaemon } from "./spawn-daemon.ts";
import { resetStartAttempts } from "./start-backoff.ts";

export interface DaemonControl {
  paths: Paths;
  env: Readonly<Record<string, string | undefined>>;
  processes: Processes;
  /** The program with the command `daemon run`. */
  script: string;
  version: string;
  /** Environment variables of the clients that a daemon needs as well. */
  readonly clientVariables: readonly string[];
}

/** `starting`: the process that holds the daemon's lock does not answer yet. `hung`: it no longer answers. */
export type DaemonStatus =
  | { state: "stopped" }
  | { state: "starting" | "running" | "hung"; identity: DaemonIdentity };

const ANSWER_TIMEOUT_MS = 1_000;
const HUNG_TIMEOUT_MS = 5_000;
const START_TIMEOUT_MS = 5_000;
const STOP_TIMEOUT_MS = 6_000;

export async function daemonStatus(
  control: DaemonControl,
  waitMs = ANSWER_TIMEOUT_MS,
): Promise<DaemonStatus> {
  const answer = await askIdentity(findSocket(control.paths, control.env), waitMs);
  if (typeof answer === "object") return { state: "running", identity: answer };
  const record = readDaemonRecord(control.paths.state);
  if (!record || !isAlive(control, record)) return { state: "stopped" };
  return { state: record.starting ? "starting" : "hung", identity: record };
}

/**
 * Starts a daemon of this version and waits until it answers. Replaces one that is hung, has another version or uses
 * older settings.
 */
export async function startDaemon(
  control: DaemonControl,
): Promise<{ started: boolean; identity: DaemonIdentity }> {
  const { paths, script, env, clientVariables } = control;
  ensurePrivateDirectory(paths.state, { mayBeLink: true });
  const status = await confirmedStatus(control);
  const isOurs = status.state !== "stopped" && isCurrent(status.identity, control);
  if (status.state === "running" && isOurs) {
    // The daemon was only late. Hooks may use it again, and the count of missed answers starts over.
    clearHung(paths.state);
    resetStartAttempts(paths.state);
    return { started: false, identity: status.identity };
  }
  // If a daemon of this version is already starting, the lock decides which one serves.
  if (status.state === "hung" || (status.state !== "stopped" && !isOurs)) await stopDaemon(control);
  resetStartAttempts(paths.state);
  spawnDaemon({ script, command: "run", cwd: paths.state, env, clientVariables });
  const identity = await waitFor(async () => {
    const answer = await askIdentity(findSocket(paths, env), ANSWER_TIMEOUT_MS);
    return typeof answer === "object" ? answer : undefined;
  }, START_TIMEOUT_MS);
  if (identity) return { started: true, identity };
  throw new HoldfastError(
    "daemon_unavailable",
    `The daemon did not answer within ${START_TIMEOUT_MS / 1_000} seconds.`,
    {
      next: `Fix the problem reported at the end of ${join(paths.logs, "daemon.log")}, then start it again.`,
    },
  );
}

/** A daemon that does not answer immediately may be busy; only one that stays silent is replaced. */
async function confirmedStatus(control: DaemonControl): Promise<DaemonStatus> {
  const status = await daemonStatus(control);
  return status.state === "hung" ? await daemonStatus(control, HUNG_TIMEOUT_MS) : status;
}

/**
 * Stops the daemon, even one that is still starting. On return its process has ended and its files are closed. A daemon
 * that does not answer is killed only if it is certainly ours.
 */
export async function stopDaemon(control: DaemonControl): Promise<{ stopped: boolean }> {
  const status = await daemonStatus(control);
  if (status.state === "stopped") return { stopped: false };
  const { identity } = status;
  const gone = () => waitFor(async () => (hasEnded(control, identity) ? true : undefined), STOP_TIMEOUT_MS);
  if (status.state === "running") {
    const socket = findSocket(control.paths, control.env);
    await askDaemon({ socket, path: "/v1/stop", method: "POST", timeoutMs: ANSWER_TIMEOUT_MS });
  } else {
    signal(control, identity, "SIGTERM");
    // A suspended process would not receive SIGTERM.
    signal(control, identity, "SIGCONT");
  }
  if (await gone()) return { stopped: true };
  signal(control, identity, "SIGKILL");
  if (await gone()) return { stopped: true };
  const { pid } = identity;
  throw new HoldfastError("daemon_unavailable", `The daemon (process ${pid}) does not stop.`, {
    next: `End process ${pid} yourself (\`kill -9 ${pid}\`), then try again.`,
  });
}

/** The newest lines of the log, oldest first. */
export function daemonLogs({ paths }: Pick<DaemonControl, "paths">, lines: number): string[] {
  try {
    return withOwnFile(join(paths.logs, "daemon.log"), (fd, { size }) => {
      const tail = Buffer.alloc(Math.min(size, 1024 * 1024));
      readSync(fd, tail, 0, tail.length, size - tail.length);
      return tail.toString("utf8").split("\n").filter(Boolean).slice(-lines);
    });
  } catch {
    // There is no log, since no daemon has run here.
    return [];
  }
}

const LogLine = z.object({
  event: z.string(),
  message: z.string().default(""),
  code: z.string().default(""),
});

/** Why the last daemon failed, from the end of its log; undefined if it did not fail. */
export function lastFailure(control: Pick<DaemonControl, "paths">): string | undefined {
  const last = LogLine.safeParse(tryParseJson(daemonLogs(control, 1)[0])).data;
  if (last?.event !== "daemon failed") return undefined;
  return [last.message, last.code && `(${last.code})`].filter(Boolean).join(" ");
}

/**
 * Whether the daemon has this version and the current settings. After a change of the settings it stops within a
 * second.
 */
function isCurrent(identity: DaemonIdentity, { version, paths }: DaemonControl): boolean {
  const isVersion = identity.version === version && identity.protocol === PROTOCOL;
  return isVersion && identity.settingsAt === modifiedAt(paths.configFile);
}

/**
 * Whether the process still runs: a reused process id has another start time. If the system does not report start
 * times, no process is considered ours.
 */
function isAlive({ processes }: DaemonControl, { pid, startTime }: DaemonIdentity): boolean {
  return startTime !== undefined && processes.startTime(pid) === startTime;
}

/** Without start times, the process id is enough: its daemon has just answered. */
function hasEnded(control: DaemonControl, identity: DaemonIdentity): boolean {
  if (identity.startTime !== undefined) return !isAlive(control, identity);
  try {
    return !process.kill(identity.pid, 0);
  } catch {
    return true;
  }
}

function signal(control: DaemonControl, identity: DaemonIdentity, name: NodeJS.Signals): void {
  if (!isAlive(control, identity)) return;
  try {
    process.kill(identity.pid, name);
  } catch {
    // The process has just ended.
  }
}

async function waitFor<T>(poll: () => Promise<T | undefined>, waitMs: number): Promise<T | undefined> {
  const end = performance.now() + waitMs;
  for (;;) {
    const found = await poll();
    if (found !== undefined || performance.now() > end) return found;
    await sleep(50);
  }
}
