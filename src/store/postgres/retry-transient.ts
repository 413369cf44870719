import { setTimeout as sleep } from "node:timers/promises";
import type { Retry } from "../traits.ts";
import { isTransient } from "./error.ts";

/** In total slightly longer than a server restart. */
const PAUSES_MS = [25, 100, 300, 1_000];

/** Repeats the work if the connection was lost or the server is starting. */
export const retryTransient: Retry = async (work, mayRepeat = () => true) => {
  for (const pause of PAUSES_MS) {
    try {
      return await work();
    } catch (error) {
      if (!isTransient(error) || !mayRepeat()) throw error;
    }
    await sleep(pause);
  }
  return await work();
};
