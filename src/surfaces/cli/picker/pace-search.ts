import type { Clock } from "../../../kernel/clock.ts";

/** How long a slice of a search may take: a key that arrives meanwhile waits for its end. */
const SLICE_MS = 5;
const SHORTEST_MS = 0.1;
const SESSIONS = { smallest: 20, first: 100, largest: 2_000 };

/**
 * Decides how many sessions are searched at once, by the time that the slice before took: that depends on the query and
 * on the machine.
 */
export function paceSearch(clock: Clock): (search: (count: number) => void) => void {
  let count = SESSIONS.first;
  return (search) => {
    const begun = clock();
    search(count);
    const elapsed = Math.max(SHORTEST_MS, clock() - begun);
    const inTime = Math.max(SESSIONS.smallest, Math.round((count * SLICE_MS) / elapsed));
    count = Math.min(SESSIONS.largest, count * 2, inTime);
  };
}
