import type { SnapshotMoment, Turn } from "../kernel/snapshot.ts";

/** Marks changes that a running turn or somebody else made: the snapshot that would tell came too late. */
export const UNKNOWN_TURN: Turn = { session: "unknown", turn: 0 };

/** Marks what a restore did. It is nobody's change, and may be taken back by any other restore. */
export const RESTORE_TURN: Turn = { session: "restore", turn: 0 };

/** Whether it is a turn of a session rather than a mark. */
export function isRealTurn({ session }: Turn): boolean {
  return session !== UNKNOWN_TURN.session && session !== RESTORE_TURN.session;
}

/** At a prompt, this much later the agent may already have changed files. */
const LATE_MS = 5_000;
/** More turns at once than any machine runs. What an agent never ended is dropped first. */
const MAX_RUNNING = 50;

interface Moment {
  moment: SnapshotMoment;
  turn: Turn | undefined;
  /** When it happened, and when the files are captured. */
  at: number;
  now: number;
}

/**
 * Which turns may have changed the files since the snapshot before, and which ones are running from now on. At a prompt,
 * the changes are those that were made before it.
 */
export function followTurns(
  running: readonly Turn[],
  { moment, turn, at, now }: Moment,
): { turns: Turn[]; running: Turn[] } {
  if (moment === "restored") return { turns: [RESTORE_TURN], running: [...running] };
  if (!turn) return { turns: [...running], running: [...running] };
  const others = running.filter(({ session }) => session !== turn.session);
  if (moment === "session_start") return { turns: [...running], running: others };
  if (moment === "prompt") return beginTurn(running, { others, turn, isLate: now - at > LATE_MS });
  const own = running.filter(({ session }) => session === turn.session);
  // A turn that was not seen to begin: its session was connected, or the daemon started, in the middle of it.
  const current = own.length > 0 || moment === "session_end" ? own : [turn];
  const isOver = moment === "turn_end" || moment === "session_end";
  return { turns: [...others, ...current], running: isOver ? others : [...others, ...current] };
}

function beginTurn(
  running: readonly Turn[],
  { others, turn, isLate }: { others: readonly Turn[]; turn: Turn; isLate: boolean },
) {
  return {
    turns: [...running, ...(isLate ? [UNKNOWN_TURN] : [])],
    running: [...others, turn].slice(-MAX_RUNNING),
  };
}
