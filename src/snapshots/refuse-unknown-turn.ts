import type { Context } from "../kernel/context.ts";
import type { Snapshot } from "../kernel/snapshot.ts";
import { count } from "../text/phrases.ts";
import { countTurns } from "./count-turns.ts";
import { notCaptured, nothingCaptured } from "./restore-target.ts";

/**
 * Throws if none of these sessions has had such a turn. A turn that changed no file is not refused: nothing may have been
 * captured for it. Nor is one of a session whose record is gone, since nobody knows how many turns it had.
 */
export async function refuseUnknownTurn(
  { store }: Pick<Context, "store">,
  timeline: readonly Snapshot[],
  { turn, session }: { turn: number; session: string | undefined },
): Promise<void> {
  const captured = timeline.flatMap((each) => (each.session === null ? [] : [each.session]));
  const sessions = new Set(session === undefined ? captured : [session]);
  let most = 0;
  for (const id of sessions) {
    const record = await store.getSession(id);
    const turns = record ? countTurns(record, timeline) : Number.POSITIVE_INFINITY;
    most = Math.max(most, turns);
    if (turn >= 1 && turn <= turns) return;
  }
  if (sessions.size === 0) throw nothingCaptured();
  const which = session === undefined ? "the longest session here" : "the session";
  throw notCaptured(`There is no turn ${turn}: ${which} has ${count(most, "turn")}.`);
}
