import { setTimeout as sleep } from "node:timers/promises";
import { ensurePrivateDirectory } from "../files/private-directory.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Logger } from "../kernel/ports/logger.ts";
import { writeHookDeadlines } from "../spool/hook-deadlines.ts";
import { createIdentity, removeDaemonRecord, writeDaemonRecord } from "./control/daemon-record.ts";
import { Daemon } from "./daemon.ts";
import { acquireDaemonLock } from "./daemon-lock.ts";
import type { DaemonWiring } from "./daemon-wiring.ts";
import { fileLogger } from "./file-logger.ts";

/** Short, because hooks do not wait much longer for an answer. */
const BUSY_TIMEOUT_MS = 200;
/** Opening is retried only while the store is locked, for example during a long migration. */
const OPEN_TRIES = 120;
const OPEN_PAUSE_MS = 500;

/**
 * Runs the daemon until it is stopped, idle for too long or replaced on disk, or its directory disappears. Resolves to
 * `already running` if another process holds the lock.
 */
export async function serveDaemon(wiring: DaemonWiring): Promise<"stopped" | "already running"> {
  const { paths, clock } = wiring;
  process.umask(0o077);
  ensurePrivateDirectory(paths.state, { mayBeLink: true });
  for (const directory of [paths.spool, paths.logs]) ensurePrivateDirectory(directory);
  const lock = await acquireDaemonLock(paths.lock);
  if (!lock) return "already running";
  const log = fileLogger(paths.logs, clock);
  const identity = createIdentity(wiring);
  try {
    // The daemon must be discoverable before it answers: opening the store may take long.
    writeDaemonRecord(paths.state, { ...identity, starting: true });
    const ctx = await openWithRetries(wiring, log);
    try {
      writeHookDeadlines(paths.state, ctx.config.hooks);
      await new Daemon(ctx, log, wiring, identity).run();
    } finally {
      await ctx.close();
    }
    return "stopped";
  } catch (error) {
    log.error("daemon failed", error);
    throw error;
  } finally {
    removeDaemonRecord(paths.state, identity.instanceId);
    lock.release();
  }
}

async function openWithRetries({ open }: DaemonWiring, log: Logger) {
  for (let tries = 1; ; tries += 1) {
    try {
      return await open({ busyTimeoutMs: BUSY_TIMEOUT_MS, log });
    } catch (error) {
      const busy = error instanceof HoldfastError && error.code === "store_busy";
      if (!busy || tries >= OPEN_TRIES) throw error;
      await sleep(OPEN_PAUSE_MS);
    }
  }
}
