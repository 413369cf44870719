import { findMatch, type Match } from "./find-match.ts";
import { type LogSession, type Totals, totalsOf } from "./log-session.ts";
import { dayOf } from "./moments.ts";

export type TimelineRow =
  | { type: "day"; key: string; day: string; totals: Totals }
  | { type: "gap"; key: string; ms: number }
  | { type: "session"; key: string; session: LogSession; match: Match | undefined };

/** A pause between sessions of one day that a person would notice. */
const GAP_MS = 60 * 60_000;

/** Sessions by day, newest first, with the pauses between them. */
export function toTimeline(sessions: readonly LogSession[], words: string): TimelineRow[] {
  const days = new Map<string, LogSession[]>();
  for (const session of sessions) {
    const day = dayOf(session.lastActivityAt);
    days.set(day, [...(days.get(day) ?? []), session]);
  }
  return [...days].flatMap(([day, own]) => [
    { type: "day" as const, key: day, day, totals: totalsOf(own) },
    ...own.flatMap((session, index) => withGap(session, own[index - 1], words)),
  ]);
}

function withGap(session: LogSession, newer: LogSession | undefined, words: string): TimelineRow[] {
  const row: TimelineRow = {
    type: "session",
    key: session.id,
    session,
    match: findMatch(session, words),
  };
  const ms = newer ? Date.parse(newer.startedAt) - Date.parse(session.lastActivityAt) : 0;
  return ms < GAP_MS ? [row] : [{ type: "gap", key: `gap ${session.id}`, ms }, row];
}
