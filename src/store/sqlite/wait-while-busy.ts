import { setTimeout as sleep } from "node:timers/promises";
import { HoldfastError } from "../../kernel/errors.ts";

/** SQLite's own wait blocks the process; these are its pauses. The last one is repeated. */
const PAUSES_MS = [1, 2, 5, 10, 15, 20, 25, 25, 25, 50, 50, 100];

/**
 * Repeats work that a lock of another connection rejects, until the time is over. Meanwhile this process goes on with
 * other work, which may hold the lock itself.
 */
export async function waitWhileBusy<T>(busyTimeoutMs: number, work: () => T | Promise<T>): Promise<T> {
  const last = performance.now() + busyTimeoutMs;
  for (let i = 0; ; i++) {
    try {
      return await work();
    } catch (error) {
      const left = last - performance.now();
      if (!isBusy(error) || left <= 0) throw error;
      await sleep(Math.min(left, PAUSES_MS[i] ?? PAUSES_MS.at(-1) ?? 0));
    }
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof HoldfastError && error.code === "store_busy";
}
