import { setTimeout as sleep } from "node:timers/promises";
import { HoldfastError } from "../../kernel/errors.ts";

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/**
 * Wraps a store so that calls wait for its server: a run that DBOS drives survives a lost connection, as DBOS's own
 * steps do. Everything that is written for a run may be written twice.
 */
export function createRetryingStore<T extends object>(store: T, isClosed: () => boolean): T {
  return new Proxy(store, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof own !== "function") return own;
      return async (...args: unknown[]) => {
        for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
          try {
            return await (Reflect.apply(own, target, args) as Promise<unknown>);
          } catch (error) {
            if (isClosed() || !isTransient(error)) throw error;
          }
          await sleep(pause);
        }
      };
    },
  });
}

function isTransient(error: unknown): boolean {
  return error instanceof HoldfastError && ["store_unavailable", "store_busy"].includes(error.code);
}
