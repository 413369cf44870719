import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../kernel/context.ts";
import { groupByStore, MAX_STORES, runRequestsOf } from "./run-requests.ts";

/** While files are being captured, the queue is read again after this time. */
const LOOK_MS = 2_000;

/** Takes requested snapshots in the background. A project whose capture takes long does not delay others. */
export interface SnapshotRunner {
  /** Starts, unless it is running, in which case it reads the queue again now. Never rejects. */
  run(ctx: Context, signal?: AbortSignal): Promise<void>;
}

export function createSnapshotRunner(): SnapshotRunner {
  const stores = createStoreRunner();
  let running: Promise<void> | undefined;
  let again = false;
  let wake = () => {};
  const loop = async (ctx: Context, signal: AbortSignal | undefined) => {
    do {
      again = false;
      const woken = new Promise<void>((resolve) => (wake = resolve));
      await stores.start(ctx, signal);
      if (!again) await stores.waitForOne(woken);
    } while ((again || stores.areBusy()) && !signal?.aborted);
    await stores.end();
  };
  return {
    run(ctx, signal) {
      again = true;
      wake();
      running ??= loop(ctx, signal)
        .catch((error) => ctx.log.error("snapshots", error))
        .finally(() => {
          running = undefined;
        });
      return running;
    },
  };
}

/** Captures of several projects, one at a time of each. */
function createStoreRunner() {
  const busy = new Map<string, Promise<void>>();
  /** Until when what could not be captured is not tried again, by a clock that nobody can set. */
  const postponed = new Map<string, number>();
  const runStore = async (ctx: Context, store: string, work: () => Promise<boolean>): Promise<void> => {
    let isDone = false;
    try {
      isDone = await work();
    } catch (error) {
      ctx.log.error("snapshots", error);
    }
    if (!isDone) postponed.set(store, performance.now() + LOOK_MS);
    busy.delete(store);
  };
  const isPostponed = (store: string) => performance.now() < (postponed.get(store) ?? 0);
  return {
    areBusy: () => busy.size > 0,
    async start(ctx: Context, signal: AbortSignal | undefined): Promise<void> {
      for (const [store, requests] of await groupByStore(ctx)) {
        if (busy.size >= MAX_STORES) return;
        if (busy.has(store) || isPostponed(store)) continue;
        const work = () => runRequestsOf(ctx, requests, signal);
        busy.set(store, runStore(ctx, store, work));
      }
    },
    /** Until one of them ends, or it is time to read the queue again. */
    async waitForOne(woken: Promise<void>): Promise<void> {
      if (busy.size === 0) return;
      const over = new AbortController();
      const pause = sleep(LOOK_MS, undefined, { signal: over.signal }).catch(() => {});
      await Promise.race([woken, pause, ...busy.values()]);
      over.abort();
    },
    async end(): Promise<void> {
      await Promise.all(busy.values());
    },
  };
}
