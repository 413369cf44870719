import type { Clock } from "../../kernel/clock.ts";
import { HoldfastError } from "../../kernel/errors.ts";

const MINUTE_MS = 60_000;

/**
 * Counts calls and throws beyond so many in a minute, with the seconds to wait. One count for all callers: they hold the
 * same token on the same machine, so nothing that is kept here can grow.
 */
export function rateLimit(clock: Clock, perMinute: number, what = "calls"): () => void {
  let window = { since: Number.NEGATIVE_INFINITY, count: 0 };
  return () => {
    const now = clock();
    const age = now - window.since;
    // A clock that was put back begins a new window: waiting for the old one could take years.
    if (age < 0 || age >= MINUTE_MS) window = { since: now, count: 0 };
    window.count++;
    if (window.count <= perMinute) return;
    const retryAfter = Math.ceil((window.since + MINUTE_MS - now) / 1_000);
    throw new HoldfastError("rate_limited", `More than ${perMinute} ${what} in a minute.`, {
      next: `Wait ${retryAfter} seconds and call again.`,
      details: { retryAfter },
    });
  };
}
