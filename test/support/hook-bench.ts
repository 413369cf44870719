import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stop } from "esbuild";
import { inject } from "vitest";
import { buildPrograms } from "../../scripts/build/programs.mjs";
import { claudeCode } from "../../src/agents/claude-code/adapter.ts";
import { hookArguments } from "../../src/agents/hook-command.ts";
import { askIdentity } from "../../src/daemon/control/ask-daemon.ts";
import { type DaemonControl, stopDaemon } from "../../src/daemon/control/daemon-control.ts";
import type { DaemonIdentity } from "../../src/daemon/control/daemon-record.ts";
import { socketPath } from "../../src/daemon/socket-path.ts";
import { pathsFrom } from "../../src/kernel/paths.ts";
import type { Store } from "../../src/kernel/storage/store.ts";
import { systemProcesses } from "../../src/processes/system-processes.ts";
import { openStore } from "../../src/store/open-store.ts";
import { processesOf } from "./processes-of.mjs";
import { HOOK_PROGRAM } from "./run-directory.ts";
import { shareCodeCache } from "./share-code-cache.ts";

const REPOSITORY = resolve(import.meta.dirname, "../..");

export interface HookRun {
  code: unknown;
  out: string;
  err: string;
  ms: number;
}

export type HookBench = Awaited<ReturnType<typeof openHookBench>>;

/** Builds the program of `hook-program.ts`. The first test file builds it for the whole run, and the others wait. */
export async function buildHookProgram(): Promise<{ dist: string }> {
  const dist = join(inject("runDirectory"), HOOK_PROGRAM);
  const built = join(dist, "built");
  if (mkdirSync(dist, { recursive: true }) === undefined) {
    // No limit here, because the test runner has its own timeout.
    await eventually(async () => existsSync(built), 50, Number.POSITIVE_INFINITY);
    return { dist };
  }
  symlinkSync(join(REPOSITORY, "node_modules"), join(dist, "node_modules"));
  const entry = join(import.meta.dirname, "hook-program.ts");
  await buildPrograms(dist, { main: entry, hook: entry });
  // Otherwise esbuild's service would run as long as this worker.
  await stop();
  await compileDaemon(dist);
  writeFileSync(built, "");
  return { dist };
}

/** Lets a daemon save its compiled code when it exits, so that fifty that start at once do not each compile it. */
async function compileDaemon(dist: string): Promise<void> {
  await using bench = await openHookBench(dist);
  bench.runDaemon();
  await bench.running();
}

/** Creates a separate state directory, with what a test needs to run hooks and the daemon there. */
export async function openHookBench(
  dist: string,
  extra: { env?: Record<string, string>; state?: string } = {},
) {
  const root = mkdtempSync(join(tmpdir(), "holdfast-bench-"));
  const state = extra.state ?? join(root, "state");
  mkdirSync(state, { recursive: true, mode: 0o700 });
  shareCodeCache(state, basename(dist) === HOOK_PROGRAM ? HOOK_PROGRAM : "dist");
  const env = { PATH: process.env["PATH"] ?? "", HOME: root, HOLDFAST_HOME: state, ...extra.env };
  const paths = pathsFrom(env, root);
  const control: DaemonControl = {
    paths,
    env,
    processes: systemProcesses,
    script: join(dist, "main.cjs"),
    version: "0.0.1",
    clientVariables: [],
  };
  const daemons = new Set<ChildProcess>();

  const runDaemon = (more: Record<string, string> = {}) => {
    const child = spawn(process.execPath, [control.script, "daemon", "run"], {
      env: { ...env, ...more },
      stdio: "ignore",
    });
    raisePriority(child, constants.priority.PRIORITY_HIGH);
    daemons.add(child);
    return child;
  };
  const ask = async <T>(question: (store: Store) => Promise<T>): Promise<T> => {
    const store = await openStore({ file: paths.database, busyTimeoutMs: 2_000, childKeys: () => [] });
    try {
      return await question(store);
    } finally {
      await store.close();
    }
  };
  const identity = () => askIdentity(socketPath(paths, env), 1_000);
  return {
    root,
    env,
    paths,
    control,
    runDaemon,
    identity,
    hook(event: string, options: HookOptions = {}) {
      const deadlineMs = options.isPatient ? PATIENT_MS : options.deadlineMs;
      if (deadlineMs !== undefined)
        writeFileSync(join(state, "hook-deadlines"), `${deadlineMs} ${deadlineMs}\n`, { mode: 0o600 });
      return runEntry(join(dist, "hook.sh"), event, env, options);
    },
    /** Waits for a daemon that answers, whoever started it. */
    async running(): Promise<DaemonIdentity> {
      return eventually(async () => {
        const answer = await identity();
        return typeof answer === "object" ? answer : undefined;
      });
    },
    /** The events in the spool, without the receipts of replies that were printed. */
    spooled: () =>
      readdirSync(paths.spool)
        .filter((name) => !name.endsWith(".ack"))
        .toSorted(),
    receipts: () => readdirSync(paths.spool).filter((name) => name.endsWith(".ack")).length,
    /** How many events of this session were handled. */
    handled: (session = "s1") => ask(async (store) => (await store.listDeliveries(session)).length),
    /** The ids of these events that were not handled. */
    unhandled: (ids: readonly string[]) =>
      ask(async (store) => {
        const handled = await Promise.all(ids.map((id) => store.handledEvent(id)));
        return ids.filter((_, index) => handled[index] === undefined).toSorted();
      }),
    async [Symbol.asyncDispose]() {
      for (const child of daemons) child.kill("SIGCONT");
      await stopDaemon(control);
      for (const child of daemons) child.kill("SIGKILL");
      // A hook may just have started another daemon that `stopDaemon` cannot find yet.
      await eventually(async () => {
        if (processesOf(root).length === 0) return true;
        await stopDaemon(control);
        return false;
      });
      rmSync(root, { recursive: true, force: true });
    },
  };
}

export interface HookOptions {
  session?: string;
  env?: Record<string, string>;
  input?: string;
  /** Gives the hook as much time as a busy machine may need, for tests of its answer and not of its speed. */
  isPatient?: boolean;
  /** A shorter deadline for a hook that waits in vain for a part of it. */
  deadlineMs?: number;
}

const PATIENT_MS = 50_000;

async function runEntry(
  entry: string,
  event: string,
  env: Record<string, string>,
  options: HookOptions,
): Promise<HookRun> {
  const began = performance.now();
  const child = spawn(entry, hookArguments(claudeCode.hooks, event, ""), {
    env: { ...env, ...options.env },
    cwd: tmpdir(),
  });
  raisePriority(child, constants.priority.PRIORITY_HIGHEST);
  child.stdin.on("error", () => {});
  child.stdin.end(options.input ?? payload(event, options.session ?? "s1"));
  let out = "";
  let err = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (err += chunk));
  const code = await new Promise((done) => child.on("close", done));
  return { code, out, err, ms: performance.now() - began };
}

/**
 * Raises the priority of a process and its children: a hook has to meet its deadline whatever else runs on the machine.
 * Only root may do this; other users need a machine that is not overloaded.
 */
function raisePriority({ pid }: ChildProcess, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {
    // Not permitted, or the process has ended.
  }
}

export function payload(event: string, session: string): string {
  return JSON.stringify({
    session_id: session,
    transcript_path: "/nonexistent/transcript.jsonl",
    cwd: tmpdir(),
    hook_event_name: event,
    source: "startup",
    prompt: "Fix the roof.",
    trigger: "auto",
    reason: "other",
    stop_hook_active: false,
    tool_name: "Read",
    tool_input: {},
    tool_response: {},
    tool_use_id: "t1",
  });
}

/**
 * Polls until `look` returns something, for at most `patienceMs`. The default is a little less than the timeout of a
 * test, so that this error is reported instead of the timeout.
 */
export async function eventually<T>(
  look: () => Promise<T | undefined | false>,
  everyMs = 50,
  patienceMs = 50_000,
): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    const found = await look();
    if (found !== undefined && found !== false) return found;
    if (performance.now() > end) throw new Error(`It did not happen within ${patienceMs / 1_000} seconds.`);
    await sleep(everyMs);
  }
}
