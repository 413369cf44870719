/**
 * A complete program with the real store, Claude Code adapter, hook path and daemon. Only its event handler is special:
 * it counts each event once, in one transaction, so that a test can check what was handled and how often.
 * `hook-bench.ts` bundles it as both hook.cjs and main.cjs.
 */
import { randomBytes } from "node:crypto";
import { writeFileSync } from "node:fs";
import { homedir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { agents } from "../../src/agents/registry.ts";
import { startDaemon, stopDaemon } from "../../src/daemon/control/daemon-control.ts";
import { recoverDaemon } from "../../src/daemon/control/recover-daemon.ts";
import { serveDaemon } from "../../src/daemon/serve-daemon.ts";
import { type EventInput } from "../../src/events/handle-batch.ts";
import type { AgentEvent, Reply } from "../../src/kernel/agent/agent-event.ts";
import { Config } from "../../src/kernel/config/config.ts";
import type { Context } from "../../src/kernel/context.ts";
import { idsFrom } from "../../src/kernel/ids.ts";
import { pathsFrom } from "../../src/kernel/paths.ts";
import type { Redactor } from "../../src/kernel/ports/redactor.ts";
import { systemProcesses } from "../../src/processes/system-processes.ts";
import { openStore } from "../../src/store/open-store.ts";
import { runHook } from "../../src/surfaces/hook/run-hook.ts";
import { tmuxTerminals } from "../../src/terminals/tmux/tmux-terminals.ts";
import { createWorkspace } from "../../src/workspace/create-workspace.ts";

const { env } = process;
const paths = pathsFrom(env, homedir());
const version = "0.0.1";
const script = process.argv[1]?.replace(/hook\.cjs$/, "main.cjs") ?? "";

async function open({ busyTimeoutMs }: { busyTimeoutMs: number }) {
  const store = await openStore({ file: paths.database, busyTimeoutMs, childKeys: () => [] });
  const redactor: Redactor = { text: (text) => text, lines: (lines) => [...lines], json: (value) => value };
  const ctx: Context = {
    store,
    redactor,
    workspace: createWorkspace(redactor),
    snapshots: {
      use: () => Promise.reject(new Error("not used")),
      read: async () => undefined,
      prune: async () => ({ snapshots: 0, bytes: 0, failures: [] }),
      recordFailure: () => {},
      failures: () => [],
      pack: () => {
        throw new Error("not used");
      },
      moveProject: async () => {},
      receive: () => {
        throw new Error("not used");
      },
    },
    remotes: { open: () => Promise.reject(new Error("not used")), moveProject: async () => {} },
    processes: systemProcesses,
    clients: { run: () => Promise.reject(new Error("not used")) },
    terminals: tmuxTerminals({}),
    sleep: async () => {},
    agents,
    clock: Date.now,
    newId: idsFrom(randomBytes),
    newNonce: () => randomBytes(12).toString("hex"),
    config: Config.parse({ daemon: { idleExitMs: Number(env["HOLDFAST_TEST_IDLE_MS"] ?? 60_000) } }),
    paths,
    home: homedir(),
    searchPath: "",
    configDirs: {},
    dataDirs: {},
    movedFiles: {},
    programDir: "",
    machine: "test",
    followMoved: async () => {},
    drain: async () => ({ waiting: 0, unfinished: 0 }),
    isBeingPrinted: () => false,
    daemonHealth: async () => ({ state: "stopped" }),
    caller: { cwd: process.cwd() },
    log: { info: () => {}, error: () => {} },
    version,
  };
  return { ...ctx, close: () => store.close() };
}

async function handle(ctx: Context, inputs: readonly EventInput[]): Promise<PromiseSettledResult<Reply>[]> {
  const handled: PromiseSettledResult<Reply>[] = [];
  for (const { event } of inputs) handled.push(...(await Promise.allSettled([count(ctx, event)])));
  return handled;
}

async function count(ctx: Context, event: AgentEvent): Promise<Reply> {
  const slow = Number(env["HOLDFAST_TEST_SLOW_MS"] ?? 0);
  if (slow > 0 && script === process.argv[1]) await sleep(slow);
  // The clock is set ahead while the event is handled.
  const moved = env["CLOCK_MOVED_BY"];
  if (env["HOLDFAST_TEST_JUMP"] && moved) writeFileSync(moved, env["HOLDFAST_TEST_JUMP"]);
  const handled = await ctx.store.handledEvent(event.id);
  if (handled) return { context: handled.reply };
  const reply = `seen ${event.kind}`;
  await ctx.store.transaction(async (store) => {
    if (!(await store.markEventHandled(event.id, event.at, reply))) return;
    await store.putDelivery({
      id: ctx.newId("dlv"),
      sessionId: event.nativeSession,
      incarnation: 1,
      checkpointId: null,
      channel: "resume",
      chars: 0,
      at: event.at,
      eventId: null,
      arrivedAt: event.at,
      handler: null,
      reply: null,
    });
  });
  return { context: reply };
}

async function daemon(command: string | undefined): Promise<void> {
  if (env["HOLDFAST_TEST_CRASH"]) process.exit(1);
  const control = { paths, env, processes: systemProcesses, script, version, clientVariables: [] };
  if (command === "start") return void (await startDaemon(control));
  if (command === "stop") return void (await stopDaemon(control));
  await serveDaemon({ ...control, clock: Date.now, open, handle });
}

async function hook(args: string[]): Promise<void> {
  const [, event = "", id = "", askStatus = "0", deadlineMs = "900", full = "0"] = args;
  await runHook(
    { event, id, askStatus: Number(askStatus), deadlineMs: Number(deadlineMs), isSpoolFull: full !== "0" },
    {
      paths,
      clock: Date.now,
      elapsed: () => performance.now(),
      open,
      handle,
      recoverDaemon: async (daemon) =>
        recoverDaemon(daemon, {
          state: paths.state,
          now: Date.now(),
          isEnabled: () => true,
          clientVariables: () => [],
          script,
          env,
        }),
      log: () => {},
      exit: () => process.exit(0),
    },
  );
}

const args = process.argv.slice(2);
void (args[0] === "daemon" ? daemon(args[1]) : hook(args)).finally(() => process.exit(0));
