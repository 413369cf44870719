import { once } from "node:events";
import { lstatSync, rmSync } from "node:fs";
import type { Server } from "node:http";
import { modifiedAt } from "../files/file-sizes.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import { clearHung } from "../surfaces/hook/hung-marker.ts";
import { catchSignals } from "./catch-signals.ts";
import { type DaemonIdentity, writeDaemonRecord } from "./control/daemon-record.ts";
import { resetStartAttempts } from "./control/start-backoff.ts";
import { createDaemonServer } from "./daemon-server.ts";
import type { DaemonTask, DaemonWiring } from "./daemon-wiring.ts";
import { type HookAnswer, Intake } from "./intake.ts";
import { closeServer, openLoopback } from "./loopback-server.ts";
import { PagePort } from "./page-port.ts";
import { prepareSocketPath } from "./socket-path.ts";
import { SpoolWatch } from "./spool-watch.ts";

/** How long stopping waits for work in progress. */
const DRAIN_MS = 5_000;
/** A daemon that has run for this long did not crash at its start. */
const STABLE_MS = 10_000;

/** One run of the daemon, from the lock, which the process already holds, to the last byte written. */
export class Daemon {
  readonly #ctx: Context;
  readonly #log: Logger;
  readonly #wiring: DaemonWiring;
  #identity: DaemonIdentity;
  readonly #server: Server;
  #loopback: Server | undefined;
  readonly #page: PagePort | undefined;
  readonly #program: number | undefined;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #pending = new Map<DaemonTask, Promise<void>>();
  readonly #ending = new AbortController();
  readonly #stopped: Promise<string>;
  #stop: (reason: string) => void = () => {};
  readonly #intake: Intake;
  #watch: SpoolWatch | undefined;
  #socket: { path: string; inode: number | undefined } | undefined;
  readonly #database: number | undefined;
  #lastUse = performance.now();

  constructor(ctx: Context, log: Logger, wiring: DaemonWiring, identity: DaemonIdentity) {
    this.#ctx = ctx;
    this.#log = log;
    this.#wiring = wiring;
    this.#intake = new Intake(ctx, { handle: wiring.handle, log });
    this.#identity = identity;
    this.#program = modifiedAt(wiring.script);
    this.#database = inodeOf(wiring.paths.database);
    this.#stopped = new Promise((resolve) => {
      this.#stop = resolve;
    });
    const api = wiring.api?.(ctx);
    const { page } = wiring;
    this.#page = page && new PagePort(ctx, page, () => this.#used());
    this.#server = createDaemonServer({
      identity: () => this.#identity,
      hook: (id) => this.#hook(id),
      stop: () => this.#stop("asked to"),
      onRequest: () => this.#used(),
      ...(this.#page ? { page: () => this.#pageAddress() } : {}),
      ...(api ? { api } : {}),
    });
  }

  async run(): Promise<void> {
    const signals = catchSignals((signal) => this.#stop(signal), this.#log);
    try {
      await this.#startOrClose();
      const reason = await this.#stopped;
      this.#log.info("daemon stopping", { reason });
      await this.#end(signals.secondSignal);
      this.#log.info("daemon stopped");
    } finally {
      signals.release();
    }
  }

  /** Whatever stays open after a failed start would keep the process alive, without a store. */
  async #startOrClose(): Promise<void> {
    try {
      await this.#start();
    } catch (error) {
      await this.#close().catch((failure) => this.#log.error("close", failure));
      throw error;
    }
  }

  async #start(): Promise<void> {
    const { paths, env, tasks = [] } = this.#wiring;
    await this.#openPort();
    const path = prepareSocketPath(paths, env);
    // The socket is created within this call and must never have wider permissions.
    const mask = process.umask(0o177);
    this.#server.listen(path);
    process.umask(mask);
    await once(this.#server, "listening");
    this.#server.on("error", (error) => this.#log.error("socket", error));
    this.#socket = { path, inode: inodeOf(path) };
    writeDaemonRecord(paths.state, this.#identity);
    clearHung(paths.state);
    this.#log.info("daemon started", { ...this.#identity });
    this.#watch = new SpoolWatch({
      spool: paths.spool,
      drain: () => this.#intake.drain(),
      onDrained: ({ handled, quarantined }) => {
        if (handled + quarantined > 0) this.#used();
        if (quarantined > 0) this.#log.info("events quarantined", { quarantined });
      },
      onTick: () => this.#checkState(),
      onError: (error) => this.#log.error("drain", error),
    });
    this.#timers.push(setTimeout(() => resetStartAttempts(paths.state), STABLE_MS));
    for (const task of tasks) {
      this.#timers.push(setInterval(() => this.#startTask(task), task.everyMs));
    }
  }

  async #openPort(): Promise<void> {
    const { loopbackApi } = this.#wiring;
    const { http } = this.#ctx.config.daemon;
    if (!http.enabled || !loopbackApi) return;
    const open = openLoopback(http, (actual) => {
      const api = loopbackApi(this.#ctx, actual);
      return (request) => {
        this.#used();
        return api(request);
      };
    });
    try {
      const { server, port } = await open;
      server.on("error", (error) => this.#log.error("port", error));
      this.#loopback = server;
      this.#identity = { ...this.#identity, address: `http://${http.bind}:${port}` };
    } catch (error) {
      if (error instanceof HoldfastError) throw error;
      // The port being taken must not affect hooks, which use the socket.
      this.#log.error("port", error);
      const trouble = `port ${http.port} is in use: change daemon.http.port, or free it, then restart the daemon`;
      this.#identity = { ...this.#identity, trouble };
    }
  }

  /** The port of the API serves the page too; without one, the page gets a port of its own. */
  async #pageAddress(): Promise<string> {
    const own = this.#loopback ? this.#identity.address : undefined;
    return `${own ?? (await this.#page?.open())}/#token=${this.#wiring.page?.issueToken()}`;
  }

  #isIdle(): boolean {
    if (this.#wiring.page?.isOpen()) this.#used();
    return performance.now() - this.#lastUse > this.#ctx.config.daemon.idleExitMs;
  }

  async #exitUnlessNeeded(): Promise<void> {
    // It is not asked again before it has been idle for as long again.
    this.#used();
    const asked = this.#lastUse;
    try {
      if (await this.#wiring.isNeeded?.(this.#ctx)) return;
    } catch (error) {
      this.#log.error("idle check", error);
    }
    if (this.#lastUse === asked) this.#stop("idle");
  }

  #used(): void {
    this.#lastUse = performance.now();
  }

  async #hook(id: string): Promise<HookAnswer> {
    const answer = this.#intake.reply(id);
    void this.#watch?.drainNow();
    return await answer;
  }

  /** Skips the task while its previous run is pending. */
  #startTask(task: DaemonTask): void {
    if (this.#pending.has(task)) return;
    const run = this.#runTask(task).finally(() => this.#pending.delete(task));
    this.#pending.set(task, run);
  }

  async #runTask({ name, run }: DaemonTask): Promise<void> {
    try {
      await run(this.#ctx, this.#ending.signal);
    } catch (error) {
      if (this.#ending.signal.aborted) return;
      this.#log.error("task failed", error, { task: name });
    }
  }

  /** Checks once a second whether this daemon should still run. */
  #checkState(): void {
    if (this.#isIdle()) void this.#exitUnlessNeeded();
    this.#checkProgram();
    if (modifiedAt(this.#wiring.paths.configFile) !== this.#identity.settingsAt)
      this.#stop("the settings changed");
    if (inodeOf(this.#socket?.path ?? "") !== this.#socket?.inode) this.#stop("the socket is gone");
    // The open file survives its deletion, but anything written to it would be lost.
    const database = this.#database;
    if (database !== undefined && inodeOf(this.#wiring.paths.database) !== database)
      this.#stop("the database was replaced");
  }

  #checkProgram(): void {
    if (modifiedAt(this.#wiring.script) !== this.#program) this.#stop("replaced by another version");
    if (this.#wiring.isReplaced?.()) this.#stop("hooks run another program");
  }

  async #end(secondSignal: Promise<unknown>): Promise<void> {
    const { paths, clock } = this.#wiring;
    const shutDownCleanly = async () => {
      await this.#close();
      await this.#intake.drain(clock() + 1_000);
    };
    await Promise.race([
      shutDownCleanly().catch((error) => this.#log.error("last drain", error)),
      secondSignal,
    ]);
    const { path = "", inode } = this.#socket ?? {};
    if (inodeOf(path) === inode) rmSync(path, { force: true });
    resetStartAttempts(paths.state);
  }

  /** Stops everything that was started, also if only a part was. */
  async #close(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    this.#ending.abort();
    await Promise.all([this.#closeServers(), this.#settleTasks()]);
    await this.#watch?.stop();
  }

  async #closeServers(): Promise<void> {
    if (this.#loopback) await closeServer(this.#loopback, 500);
    await this.#page?.close();
    if (this.#server.listening) await closeServer(this.#server, DRAIN_MS - 1_000);
  }

  /** Waits for running tasks, since the store is closed afterwards. */
  async #settleTasks(): Promise<void> {
    let timer: NodeJS.Timeout | undefined;
    const expired = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, DRAIN_MS - 1_000);
    });
    await Promise.race([Promise.all(this.#pending.values()), expired]);
    clearTimeout(timer);
  }
}

function inodeOf(path: string): number | undefined {
  return lstatSync(path, { throwIfNoEntry: false })?.ino;
}
