import { setTimeout as sleep } from "node:timers/promises";
import { HoldfastError } from "../../kernel/errors.ts";

const FIRST_PAUSE = 100;
const LONGEST_PAUSE = 5_000;

/**
 * A store that waits for its server: a run that DBOS drives outlives a cut connection, as DBOS's own steps do. What is
 * written for a run may be written twice.
 */
export function patientStore<T extends object>(store: T, isClosed: () => boolean): T {
  return new Proxy(store, {
    get(target, name) {
      const own: unknown = Reflect.get(target, name);
      if (typeof own !== "function") return own;
      return async (...args: unknown[]) => {
        for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, 2 * pause)) {
          try {
            return await (Reflect.apply(own, target, args) as Promise<unknown>);
          } catch (error) {
            if (isClosed() || !isPassing(error)) throw error;
          }
          await sleep(pause);
        }
      };
    },
  });
}

function isPassing(error: unknown): boolean {
  return error instanceof HoldfastError && ["store_unavailable", "store_busy"].includes(error.code);
}
