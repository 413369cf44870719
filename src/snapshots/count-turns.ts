import type { SessionSummary } from "../kernel/record.ts";
import type { Snapshot } from "../kernel/snapshot.ts";

/** How many turns a session has had. Its record may be older than its snapshots: that of a backup of the database. */
export function countTurns(
  { id, promptCount }: Pick<SessionSummary, "id" | "promptCount">,
  timeline: readonly Snapshot[],
): number {
  let most = promptCount;
  for (const { session, turn, turns } of timeline) {
    if (session === id) most = Math.max(most, turn ?? 0);
    for (const each of turns) if (each.session === id) most = Math.max(most, each.turn);
  }
  return most;
}
