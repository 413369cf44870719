import type { Clock } from "../../kernel/clock.ts";
import { HoldfastError } from "../../kernel/errors.ts";

const MINUTE_MS = 60_000;

/**
 * Throws above a number of calls per minute, with the seconds to wait. All callers share one counter, since they use
 * the same token on the same machine.
 */
export function rateLimit(clock: Clock, perMinute: number, what = "calls"): () => void {
  let window = { since: Number.NEGATIVE_INFINITY, count: 0 };
  return () => {
    const now = clock();
    const age = now - window.since;
    // A clock that was set back starts a new window: waiting for the old one could take years.
    if (age < 0 || age >= MINUTE_MS) window = { since: now, count: 0 };
    window.count++;
    if (window.count <= perMinute) return;
    const retryAfter = Math.ceil((window.since + MINUTE_MS - now) / 1_000);
    throw new HoldfastError("rate_limited", `More than ${perMinute} ${what} per minute.`, {
      next: `Wait ${retryAfter} seconds and try again.`,
      details: { retryAfter },
    });
  };
}
