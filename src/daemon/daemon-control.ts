import { readSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import * as z from "zod";
import { modifiedAt } from "../files/modified-at.ts";
import { withOwnFile } from "../files/own-file.ts";
import { ensurePrivateDirectory } from "../files/private-directory.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Paths } from "../kernel/paths.ts";
import type { Processes } from "../kernel/ports/processes.ts";
import { clearHung } from "../surfaces/hook/hung-marker.ts";
import { tryParseJson } from "../text/try-parse-json.ts";
import { askDaemon, askIdentity } from "./ask-daemon.ts";
import { type DaemonIdentity, PROTOCOL, readDaemonRecord } from "./daemon-record.ts";
import { socketPath } from "./socket-path.ts";
import { spawnDaemon } from "./spawn-daemon.ts";
import { forgetStarts } from "./start-backoff.ts";

export interface DaemonControl {
  paths: Paths;
  env: Readonly<Record<string, string | undefined>>;
  processes: Processes;
  /** The program that understands `daemon run`. */
  script: string;
  version: string;
  /** Variables of the clients that a daemon needs as well. */
  readonly clientVariables: readonly string[];
}

/** `starting`: the process that holds the daemon's lock does not answer yet. `hung`: it does not answer any longer. */
export type DaemonStatus =
  | { state: "stopped" }
  | { state: "starting" | "running" | "hung"; identity: DaemonIdentity };

const ANSWER_MS = 1_000;
const SILENCE_MS = 5_000;
const START_MS = 5_000;
const STOP_MS = 6_000;

export async function daemonStatus(control: DaemonControl, waitMs = ANSWER_MS): Promise<DaemonStatus> {
  const answer = await askIdentity(socketPath(control.paths, control.env), waitMs);
  if (typeof answer === "object") return { state: "running", identity: answer };
  const record = readDaemonRecord(control.paths.state);
  if (!record || !lives(control, record)) return { state: "stopped" };
  return { state: record.starting ? "starting" : "hung", identity: record };
}

/**
 * Starts a daemon of this version and waits until it answers; one of another version or with older settings, or a hung
 * one, is replaced.
 */
export async function startDaemon(
  control: DaemonControl,
): Promise<{ started: boolean; identity: DaemonIdentity }> {
  const { paths, script, env, clientVariables } = control;
  ensurePrivateDirectory(paths.state, { mayBeLink: true });
  const status = await patientStatus(control);
  const isOurs = status.state !== "stopped" && isCurrent(status.identity, control);
  if (status.state === "running" && isOurs) {
    // It was only late: hooks may ask again, and a later silence is another matter.
    clearHung(paths.state);
    forgetStarts(paths.state);
    return { started: false, identity: status.identity };
  }
  // One of ours that is starting may be first: the lock lets only one serve.
  if (status.state === "hung" || (status.state !== "stopped" && !isOurs)) await stopDaemon(control);
  forgetStarts(paths.state);
  spawnDaemon({ script, command: "run", cwd: paths.state, env, clientVariables });
  const identity = await waitFor(async () => {
    const answer = await askIdentity(socketPath(paths, env), ANSWER_MS);
    return typeof answer === "object" ? answer : undefined;
  }, START_MS);
  if (identity) return { started: true, identity };
  throw new HoldfastError(
    "daemon_unavailable",
    `The daemon did not answer within ${START_MS / 1_000} seconds.`,
    { next: `Fix what the end of ${join(paths.logs, "daemon.log")} reports, and start it again.` },
  );
}

/** One that does not answer at once may only be busy: it is replaced if it stays silent. */
async function patientStatus(control: DaemonControl): Promise<DaemonStatus> {
  const status = await daemonStatus(control);
  return status.state === "hung" ? await daemonStatus(control, SILENCE_MS) : status;
}

/**
 * Stops the daemon, also one that is still starting. When this returns its process has ended, and with it every file that
 * it had open. Only one that is proved to be ours and does not answer is ended by force.
 */
export async function stopDaemon(control: DaemonControl): Promise<{ stopped: boolean }> {
  const status = await daemonStatus(control);
  if (status.state === "stopped") return { stopped: false };
  const { identity } = status;
  const gone = () => waitFor(async () => (hasEnded(control, identity) ? true : undefined), STOP_MS);
  if (status.state === "running") {
    const socket = socketPath(control.paths, control.env);
    await askDaemon({ socket, path: "/v1/stop", method: "POST", timeoutMs: ANSWER_MS });
  } else {
    signal(control, identity, "SIGTERM");
    // One that was suspended could not receive it.
    signal(control, identity, "SIGCONT");
  }
  if (await gone()) return { stopped: true };
  signal(control, identity, "SIGKILL");
  if (await gone()) return { stopped: true };
  throw new HoldfastError("daemon_unavailable", `The daemon (process ${identity.pid}) does not end.`);
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
    // No log: it has never run here.
    return [];
  }
}

const LogLine = z.object({
  event: z.string(),
  message: z.string().default(""),
  code: z.string().default(""),
});

/** Why the last daemon ended, where it failed: its log then ends with the reason. */
export function lastFailure(control: Pick<DaemonControl, "paths">): string | undefined {
  const last = LogLine.safeParse(tryParseJson(daemonLogs(control, 1)[0])).data;
  if (last?.event !== "daemon failed") return undefined;
  return [last.message, last.code && `(${last.code})`].filter(Boolean).join(" ");
}

/** One that started before the settings were changed leaves within a second. */
function isCurrent(identity: DaemonIdentity, { version, paths }: DaemonControl): boolean {
  const isVersion = identity.version === version && identity.protocol === PROTOCOL;
  return isVersion && identity.settingsAt === modifiedAt(paths.configFile);
}

/** A reused process id has another start time. Where the system tells none, nobody is ever taken for ours. */
function lives({ processes }: DaemonControl, { pid, startTime }: DaemonIdentity): boolean {
  return startTime !== undefined && processes.startTime(pid) === startTime;
}

/** Where the system gives no start time, the process id must do: its daemon has just answered. */
function hasEnded(control: DaemonControl, identity: DaemonIdentity): boolean {
  if (identity.startTime !== undefined) return !lives(control, identity);
  try {
    return !process.kill(identity.pid, 0);
  } catch {
    return true;
  }
}

function signal(control: DaemonControl, identity: DaemonIdentity, name: NodeJS.Signals): void {
  if (!lives(control, identity)) return;
  try {
    process.kill(identity.pid, name);
  } catch {
    // It ended in this very moment.
  }
}

async function waitFor<T>(look: () => Promise<T | undefined>, waitMs: number): Promise<T | undefined> {
  const end = performance.now() + waitMs;
  for (;;) {
    const found = await look();
    if (found !== undefined || performance.now() > end) return found;
    await sleep(50);
  }
}
