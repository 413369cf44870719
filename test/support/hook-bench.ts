import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { constants, setPriority, tmpdir } from "node:os";
import { basename, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { stop } from "esbuild";
import { inject } from "vitest";
import { buildPrograms } from "../../scripts/build/programs.mjs";
import { hooks } from "../../src/agents/claude-code/hooks.ts";
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
import { HOOK_PROGRAM } from "./run-folder.ts";
import { shareCodeCache } from "./share-code-cache.ts";

const REPOSITORY = resolve(import.meta.dirname, "../..");

export interface HookRun {
  code: unknown;
  out: string;
  err: string;
  ms: number;
}

export type HookBench = Awaited<ReturnType<typeof openHookBench>>;

/** The hook program of `hook-program.ts`. Whichever test file comes first builds it for the whole run, the others wait. */
export async function buildHookProgram(): Promise<{ dist: string }> {
  const dist = join(inject("runFolder"), HOOK_PROGRAM);
  const built = join(dist, "built");
  if (mkdirSync(dist, { recursive: true }) === undefined) {
    // However long that takes: the runner ends what hangs.
    await eventually(async () => existsSync(built), 50, Number.POSITIVE_INFINITY);
    return { dist };
  }
  symlinkSync(join(REPOSITORY, "node_modules"), join(dist, "node_modules"));
  const entry = join(import.meta.dirname, "hook-program.ts");
  await buildPrograms(dist, { main: entry, hook: entry });
  // Its service would go on as long as this worker.
  await stop();
  await compileDaemon(dist);
  writeFileSync(built, "");
  return { dist };
}

/** A daemon leaves its compiled form when it ends. Else fifty that start at once compile it fifty times. */
async function compileDaemon(dist: string): Promise<void> {
  await using bench = await openHookBench(dist);
  bench.runDaemon();
  await bench.running();
}

/** A state folder of its own, with what a test needs to drive hooks and the daemon there. */
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
    goBefore(child, constants.priority.PRIORITY_HIGH);
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
    /** Waits for a daemon that answers, no matter who started it. */
    async running(): Promise<DaemonIdentity> {
      return eventually(async () => {
        const answer = await identity();
        return typeof answer === "object" ? answer : undefined;
      });
    },
    spooled: () => readdirSync(paths.spool).toSorted(),
    /** How often events of this session were handled. */
    handled: (session = "s1") => ask(async (store) => (await store.listDeliveries(session)).length),
    /** Those of these events that were not handled. */
    unhandled: (ids: readonly string[]) =>
      ask(async (store) => {
        const handled = await Promise.all(ids.map((id) => store.handledEvent(id)));
        return ids.filter((_, index) => handled[index] === undefined).toSorted();
      }),
    async [Symbol.asyncDispose]() {
      for (const child of daemons) child.kill("SIGCONT");
      await stopDaemon(control);
      for (const child of daemons) child.kill("SIGKILL");
      // A hook may just have started another daemon, which holds nothing yet that `stop` could find.
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
  /** Gives the hook the time that a busy machine may need: for what it answers, where not how soon is asked. */
  isPatient?: boolean;
  /** The same for a hook that waits in vain for a part of its deadline, which then should not be that long. */
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
  const child = spawn(entry, hookArguments(hooks, event, ""), {
    env: { ...env, ...options.env },
    cwd: tmpdir(),
  });
  goBefore(child, constants.priority.PRIORITY_HIGHEST);
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
 * A hook has to keep its deadline whatever else runs on the machine of the tests, so it goes before that, with all that it
 * starts. Only the administrator may; anyone else needs a machine that is not starved.
 */
function goBefore({ pid }: ChildProcess, priority: number): void {
  try {
    if (pid !== undefined) setPriority(pid, priority);
  } catch {
    // It may not, or the process has ended.
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
 * Looks again until there is something, for at most `patienceMs`: for what surely happens, a little less than a test may
 * take, so that the message says what was waited for.
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
