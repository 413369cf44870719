import type { SnapshotMoment, Turn } from "../kernel/snapshot.ts";
import type { Share } from "./last-change.ts";

/** Marks changes that a running turn or somebody else made: the snapshot that would tell came too late. */
export const UNKNOWN_TURN: Turn = { session: "unknown", turn: 0 };

/** Marks what a restore did. It is nobody's change, and may be taken back by any other restore. */
export const RESTORE_TURN: Turn = { session: "restore", turn: 0 };

/** Whether it is a turn of a session rather than a mark. */
export function isRealTurn({ session }: Turn): boolean {
  return session !== UNKNOWN_TURN.session && session !== RESTORE_TURN.session;
}

/** At a prompt, this much later nobody knows whether the agent had already changed files. */
const LATE_MS = 5_000;
/** More turns at once than any machine runs. What an agent never ended is dropped first. */
const MAX_RUNNING = 50;

/** What only an agent at work does. A save, a compaction or the end of a session also happens when no turn is running. */
const SHOWS_WORK: ReadonlySet<SnapshotMoment> = new Set(["during_turn", "before_risk", "turn_end"]);

interface Moment {
  moment: SnapshotMoment;
  turn: Turn | undefined;
  /** When it happened, and when the files are captured. */
  at: number;
  now: number;
  /** At a prompt: how many of the changes since the snapshot before were made after it, so by its turn. */
  own?: Share | undefined;
}

/**
 * Which turns may have changed the files since the snapshot before, and which ones are running from now on. At a prompt,
 * the changes are those that were made before it, unless the files were captured only when the agent was at work.
 */
export function followTurns(
  running: readonly Turn[],
  { moment, turn, at, now, own = "none" }: Moment,
): { turns: Turn[]; running: Turn[] } {
  if (moment === "restored") return { turns: [RESTORE_TURN], running: [...running] };
  if (!turn) return { turns: [...running], running: [...running] };
  const others = running.filter(({ session }) => session !== turn.session);
  if (moment === "session_start") return { turns: [...running], running: others };
  if (moment === "prompt") return beginTurn(running, { others, turn, own, isLate: now - at > LATE_MS });
  const same = running.filter(({ session }) => session === turn.session);
  // A turn that was not seen to begin: its session was connected, or the daemon started, in the middle of it.
  const current = same.length > 0 || !SHOWS_WORK.has(moment) ? same : [turn];
  const isOver = moment === "turn_end" || moment === "session_end";
  return { turns: [...others, ...current], running: isOver ? others : [...others, ...current] };
}

function beginTurn(
  running: readonly Turn[],
  { others, turn, own, isLate }: { others: readonly Turn[]; turn: Turn; own: Share; isLate: boolean },
) {
  const known = own === "none" ? running : [...others, turn];
  const isUnclear = isLate || own === "some";
  return {
    turns: [...known, ...(isUnclear ? [UNKNOWN_TURN] : [])],
    running: [...others, turn].slice(-MAX_RUNNING),
  };
}
