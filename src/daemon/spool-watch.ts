import { type FSWatcher, statSync, watch } from "node:fs";
import type { DrainResult } from "../spool/drain-spool.ts";

const SETTLE_MS = 20;
const POLL_MS = 1_000;
/** Drains even without a change in the directory, since the file of a dead hook becomes stale without one. */
const FULL_DRAIN_TICKS = 60;

export interface SpoolWatchOptions {
  spool: string;
  drain(): Promise<DrainResult>;
  onDrained(result: DrainResult): void;
  /** Called once a second. */
  onTick(): void;
  onError(error: unknown): void;
}

/** Drains the spool after a change, one drain at a time. Costs one `stat` per second when idle. */
export class SpoolWatch {
  readonly #options: SpoolWatchOptions;
  readonly #poll: NodeJS.Timeout;
  #watcher: FSWatcher | undefined;
  #settling: NodeJS.Timeout | undefined;
  #running: Promise<void> | undefined;
  #modified = 0;
  #ticks = 0;
  #hasMore = true;
  #isOutdated = false;

  constructor(options: SpoolWatchOptions) {
    this.#options = options;
    this.#poll = setInterval(() => this.#tick(), POLL_MS);
    this.#watch();
    try {
      this.#tick();
    } catch (error) {
      void this.stop();
      throw error;
    }
  }

  /** Waits for a drain that starts after this call, so that earlier events are handled first. */
  async drainNow(): Promise<void> {
    await this.#running;
    await this.#run();
  }

  async stop(): Promise<void> {
    clearInterval(this.#poll);
    clearTimeout(this.#settling);
    this.#watcher?.close();
    await this.#running;
  }

  #watch(): void {
    try {
      this.#watcher = watch(this.#options.spool, () => {
        if (this.#settling) return;
        this.#settling = setTimeout(() => {
          this.#settling = undefined;
          void this.#run();
        }, SETTLE_MS);
      });
      this.#watcher.on("error", () => this.#watcher?.close());
    } catch (error) {
      // The system's limit for watches is reached. Polling still detects changes within a second.
      this.#options.onError(error);
    }
  }

  #tick(): void {
    this.#ticks += 1;
    const modified = statSync(this.#options.spool, { throwIfNoEntry: false })?.mtimeMs ?? 0;
    const changed = modified !== this.#modified;
    this.#modified = modified;
    if (changed || this.#hasMore || this.#ticks % FULL_DRAIN_TICKS === 0) void this.#run();
    this.#options.onTick();
  }

  #run(): Promise<void> {
    // The drain in progress has already listed the directory, so new files wait for the next tick.
    this.#isOutdated = this.#running !== undefined;
    this.#running ??= this.#drainOnce().finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  async #drainOnce(): Promise<void> {
    try {
      const result = await this.#options.drain();
      this.#hasMore = result.more || this.#isOutdated;
      this.#options.onDrained(result);
    } catch (error) {
      this.#hasMore = true;
      this.#options.onError(error);
    }
  }
}
