import type { SnapshotMoment, Turn } from "../kernel/snapshot.ts";
import type { Share } from "./last-change.ts";

/** Marks changes that a running turn or somebody else made: the snapshot that would tell came too late. */
export const UNKNOWN_TURN: Turn = { session: "unknown", turn: 0 };

/** Marks what a restore did. It is nobody's change. Any other restore may take it back if nobody knows whose work it was about. */
export const RESTORE_TURN: Turn = { session: "restore", turn: 0 };

/** The mark of a restore of these sessions' work; null for everybody's. */
export function restoreTurnOf(sessions: readonly string[] | null): Turn {
  return sessions === null ? RESTORE_TURN : { ...RESTORE_TURN, restored: [...sessions] };
}

/** Whether it is a turn of a session rather than a mark. */
export function isRealTurn({ session }: Turn): boolean {
  return session !== UNKNOWN_TURN.session && session !== RESTORE_TURN.session;
}

/** At a prompt, this much later nobody knows whether the agent had already changed files. */
const LATE_MS = 5_000;
/** An agent that goes on although its turn had ended, such as after a hook kept it from stopping, does so within this time. */
const PAUSE_MS = 60_000;
/** More turns at once than any machine runs. What an agent never ended is dropped first. */
const MAX_RUNNING = 50;

/** What only an agent at work does. A save, a compaction or the end of a session also happens when no turn is running. */
const SHOWS_WORK: ReadonlySet<SnapshotMoment> = new Set(["during_turn", "before_risk", "turn_end"]);

/** A turn whose end was captured, and when that was. */
export type EndedTurn = Turn & { at: number };

/** The turns of a worktree. */
export interface FollowedTurns {
  running: readonly Turn[];
  ended: readonly EndedTurn[];
}

interface Moment {
  moment: SnapshotMoment;
  turn: Turn | undefined;
  /** See `SnapshotRequest`. */
  resumes?: boolean | undefined;
  bySubagent?: boolean | undefined;
  /** When it happened, and when the files are captured. */
  at: number;
  now: number;
  /** At a prompt, also of the client: how many of the changes since the snapshot before were made after it, so by its turn. */
  own?: Share | undefined;
  /** All of them are its own, since no other session was ever here whose turn can have made them. */
  isAlone?: boolean | undefined;
}

/**
 * Which turns may have changed the files since the snapshot before, and which ones are running from now on. At a prompt,
 * the changes are those that were made before it, unless the files were captured only when the agent was at work.
 */
export function followTurns(
  { running, ended }: FollowedTurns,
  event: Moment,
): { turns: Turn[]; running: Turn[]; ended: EndedTurn[] } {
  const { moment, turn, at } = event;
  if (moment === "restored") return { turns: [RESTORE_TURN], running: [...running], ended: [...ended] };
  if (!turn) return { turns: [...running], running: [...running], ended: [...ended] };
  const others = ended.filter(({ session }) => session !== turn.session);
  const former = ended.filter(({ session }) => session === turn.session);
  const now = isEnd(moment) ? [{ ...turn, at }] : former;
  return {
    ...followSession(running, former[0], { ...event, turn }),
    ended: [...others, ...now].slice(-MAX_RUNNING),
  };
}

function followSession(
  running: readonly Turn[],
  former: EndedTurn | undefined,
  { moment, turn, resumes, bySubagent, at, now, own = "none", isAlone }: Moment & { turn: Turn },
): { turns: Turn[]; running: Turn[] } {
  const others = running.filter(({ session }) => session !== turn.session);
  if (moment === "session_start") return { turns: [...running], running: others };
  const begun = beginTurn(running, {
    others,
    turn,
    own,
    isLate: now - at > LATE_MS && isAlone !== true,
  });
  if (moment === "prompt") return begun;
  const isRunning = others.length < running.length;
  if (isRunning || former?.turn !== turn.turn) return work(running, { moment, turn, others, isLate: false });
  if (resumes) return begun;
  // It may have been the person as well, and nothing says when it ends.
  if (bySubagent) return { turns: [...others, turn, UNKNOWN_TURN], running: others };
  return work(running, { moment, turn, others, isLate: at - former.at > PAUSE_MS });
}

interface Work {
  moment: SnapshotMoment;
  turn: Turn;
  others: readonly Turn[];
  isLate: boolean;
}

/** What happens in the middle of a turn, or ends it. */
function work(running: readonly Turn[], { moment, turn, others, isLate }: Work) {
  const same = running.filter(({ session }) => session === turn.session);
  // A turn that was not seen to begin: its session was connected, or the daemon started, in the middle of it.
  const current = same.length > 0 || !SHOWS_WORK.has(moment) ? same : [turn];
  const turns = [...others, ...current, ...(isLate && SHOWS_WORK.has(moment) ? [UNKNOWN_TURN] : [])];
  return { turns, running: isEnd(moment) ? [...others] : [...others, ...current] };
}

function isEnd(moment: SnapshotMoment): boolean {
  return moment === "turn_end" || moment === "session_end";
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
