import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { hostname } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { agents } from "./agents/registry.ts";
import { namesIn } from "./files/read-small-file.ts";
import type { AgentAdapter } from "./kernel/agent/agent.ts";
import {
  configVariables,
  findCaller,
  movedConfigDirs,
  movedDataDirs,
  movedFiles,
} from "./kernel/agent/agent-environment.ts";
import { type Clock, systemClock } from "./kernel/clock.ts";
import type { Config } from "./kernel/config/config.ts";
import type { Caller, Context, Installation } from "./kernel/context.ts";
import { idsFrom } from "./kernel/ids.ts";
import { type Paths, pathsFrom } from "./kernel/paths.ts";
import type { DaemonHealth, SpoolBacklog } from "./kernel/ports/daemon.ts";
import type { Logger } from "./kernel/ports/logger.ts";
import type { Redactor } from "./kernel/ports/redactor.ts";
import type { Store } from "./kernel/storage/store.ts";
import { systemProcesses } from "./processes/system-processes.ts";
import { readConfig } from "./read-config.ts";
import { createRedactor } from "./redact/create-redactor.ts";
import { rememberClean } from "./redact/remember-clean.ts";
import { machineId } from "./sessions/machine-id.ts";
import { isBeingPrinted } from "./spool/is-being-printed.ts";
import { createLazyStore } from "./store/create-lazy-store.ts";
import { tmuxTerminals } from "./terminals/tmux/tmux-terminals.ts";
import { version } from "./version.ts";
import { createWorkspace } from "./workspace/create-workspace.ts";
import { lazySnapshots } from "./workspace/snapshots/lazy-snapshots.ts";

export type Env = Readonly<Record<string, string | undefined>>;

export interface AppOptions {
  env: Env;
  home: string;
  cwd: string;
  caller?: Partial<Caller>;
  /** The known clients (default: all in the registry). */
  agents?: readonly AgentAdapter[];
  busyTimeoutMs?: number;
  /** Opens the store on first use. By default it is opened immediately, and an error is thrown if that fails. */
  lazyStore?: boolean;
  clock?: Clock;
  sleep?: (ms: number) => Promise<void>;
  log?: Logger;
  /** Whether this process sends notifications (`Context.notifier`). */
  sendsNotifications?: boolean;
  /** Where `hook.sh` and `main.cjs` are; needed to connect a client. */
  programDir?: string;
  /** Names the rules of redaction; has short lines remembered in which they find nothing. */
  rules?: string;
  /** Called before an existing database is brought to this version, which may take long. */
  onUpgrade?: () => Promise<void>;
  /** Asks the daemon for its health; not needed by processes that never show it. */
  daemonHealth?: () => Promise<DaemonHealth>;
}

export type OpenContext = Context & { close(): Promise<void> };

const SILENT: Logger = { info: () => {}, error: () => {} };

/** Wires the implementations to the ports. Only this file imports all of them. */
export async function openContext(options: AppOptions): Promise<OpenContext> {
  const { env, home, cwd, clock = systemClock, log = SILENT } = options;
  const paths = pathsFrom(env, home);
  const config = withDatabase(readConfig(paths), env);
  const open = () => openStoreFor(options, paths, config);
  const store = options.lazyStore ? createLazyStore(open) : await open();
  const notifier = options.sendsNotifications ? await openNotifier(config, env, log) : undefined;
  const redactor = redactorFor(options, paths, config);
  const clients = options.agents ?? agents;
  const installation = installationOf(options, clients);
  const newId = idsFrom((size) => randomBytes(size));
  const ctx: OpenContext = {
    store,
    redactor,
    workspace: createWorkspace(redactor, home, installation.searchPath),
    snapshots: snapshotsFor(options, paths, config),
    remotes: remotesFor(options, paths),
    processes: { ...systemProcesses, host: hostOf(paths, config, newId) },
    clients: {
      run: async (...given) => (await import("./processes/run-client.ts")).runClient(env, ...given),
    },
    terminals: tmuxTerminals(env, () => configVariables(clients)),
    agents: clients,
    caller: { cwd, ...findCaller(clients, env, process.ppid), ...options.caller },
    clock,
    sleep: options.sleep ?? ((ms, signal) => sleep(ms, undefined, { signal })),
    newId,
    newNonce: () => randomBytes(12).toString("base64url"),
    config,
    ...installation,
    followMoved: (directory) => followMoved(ctx, directory),
    drain: () => drainPending(ctx),
    isBeingPrinted: (id) => isBeingPrinted(systemProcesses, paths.spool, id),
    daemonHealth: options.daemonHealth ?? (async () => ({ state: "stopped" })),
    ...(notifier ? { notifier } : {}),
    ...(config.archive.to === undefined ? {} : { archive: () => openArchiveFor(config, env) }),
    log,
    close: async () => {
      redactor.save?.();
      await notifier?.close();
      await store.close();
    },
  };
  return ctx;
}

/** Only where several machines share the database does it matter on which one a session runs. */
function hostOf(paths: Paths, { store }: Config, newId: Context["newId"]): () => string | null {
  let host: string | undefined;
  return () => (store.url === undefined ? null : (host ??= machineId({ paths, newId })));
}

/** Lists show the same lines again and again. A hook sees new ones only. */
function redactorFor(options: AppOptions, { cleanLines }: Paths, { redaction }: Config) {
  const redactor: Redactor & { save?: () => void } = createRedactor(redaction);
  const { rules } = options;
  if (rules === undefined) return redactor;
  return rememberClean(redactor, { file: cleanLines, rules: `${rules} ${JSON.stringify(redaction)}` });
}

function snapshotsFor({ env, home }: AppOptions, paths: Paths, { snapshots: limits }: Config) {
  const searchPath = env["PATH"] ?? "";
  const configHome = env["XDG_CONFIG_HOME"] || undefined;
  return lazySnapshots({
    directory: paths.snapshots,
    state: paths.state,
    home,
    configHome,
    searchPath,
    limits,
  });
}

/** Loads the code that talks to a remote at its first use. Most hooks and commands never do. */
function remotesFor({ env, home }: AppOptions, paths: Paths): Context["remotes"] {
  const { remotes: directory } = paths;
  return {
    open: async (address) =>
      (await import("./workspace/remote/open-remote.ts")).openRemote({ directory, env, home }, address),
    moveProject: async (move) => (await import("./transfer/move-remote.ts")).moveRemote({ paths }, move),
  };
}

function installationOf(
  { env, home, programDir = "" }: AppOptions,
  clients: readonly AgentAdapter[],
): Installation {
  return {
    paths: pathsFrom(env, home),
    home,
    configDirs: movedConfigDirs(clients, env, home),
    dataDirs: movedDataDirs(clients, env),
    movedFiles: movedFiles(clients, env),
    searchPath: env["PATH"] ?? "",
    programDir,
    version,
    machine: hostname(),
  };
}

/** The environment names the database for scripts. All readers of the settings must know which one is used. */
function withDatabase(config: Config, env: Env): Config {
  const url = env["HOLDFAST_DATABASE_URL"];
  return url === undefined ? config : { ...config, store: { ...config.store, url } };
}

async function openStoreFor(options: AppOptions, paths: Paths, config: Config): Promise<Store> {
  const { openStore } = await import("./store/open-store.ts");
  const { childKeys } = await import("./checkpoints/state/node/read-node.ts");
  const { url, schema } = config.store;
  return await openStore({
    file: paths.database,
    childKeys,
    replaceDamaged: true,
    clock: options.clock ?? systemClock,
    ...(url === undefined ? {} : { url, schema }),
    ...(options.onUpgrade ? { onUpgrade: options.onUpgrade } : {}),
    ...(options.busyTimeoutMs === undefined ? {} : { busyTimeoutMs: options.busyTimeoutMs }),
  });
}

async function openArchiveFor({ archive }: Config, env: Env) {
  const { openArchive } = await import("./archive/open-archive.ts");
  return openArchive(archive, env);
}

async function openNotifier(config: Config, env: Env, log: Logger) {
  const { createNotifier } = await import("./notifications/channels/create-notifier.ts");
  return createNotifier({ webhook: config.notifications.webhook, env, version, log });
}

/** Creates no database for a command that needs none. */
async function followMoved(ctx: Context, directory: string): Promise<void> {
  if (ctx.config.store.url === undefined && !existsSync(ctx.paths.database)) return;
  const { followMovedProject } = await import("./sessions/follow-moved-project.ts");
  await followMovedProject(ctx, directory);
}

/**
 * Drains the spool and counts the events that are left. A damaged event is quarantined and does not stop the others.
 */
async function drainPending(ctx: Context): Promise<SpoolBacklog> {
  const { spool } = ctx.paths;
  if (namesIn(spool).length === 0) {
    await takePendingSnapshots(ctx);
    return { waiting: 0, unfinished: 0 };
  }
  const { drainSpool } = await import("./spool/drain-spool.ts");
  const { answerRequests } = await import("./surfaces/hook/answer-requests.ts");
  const { confirmReplies } = await import("./surfaces/hook/confirm-replies.ts");
  const { handleEvents } = await import("./events/handle-events.ts");
  await confirmReplies(ctx);
  const { unfinished } = await drainSpool({
    paths: ctx.paths,
    clock: ctx.clock,
    handle: (requests) => answerRequests(ctx, handleEvents, requests),
    redact: (text) => ctx.redactor.text(text),
  });
  await takePendingSnapshots(ctx);
  const left = namesIn(spool).filter((name) => name.endsWith(".json")).length;
  return { waiting: Math.max(0, left - unfinished), unfinished };
}

/** Without a daemon, the next command captures the files. */
async function takePendingSnapshots(ctx: Context): Promise<void> {
  if (namesIn(join(ctx.paths.snapshots, "requests")).length === 0) return;
  if ((await ctx.daemonHealth()).state !== "stopped") return;
  const { runSnapshotRequests } = await import("./snapshots/run-requests.ts");
  await runSnapshotRequests(ctx);
}
