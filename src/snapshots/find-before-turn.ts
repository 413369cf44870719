import type { Snapshot, Turn } from "../kernel/snapshot.ts";
import { count } from "../text/phrases.ts";
import type { RestoreTarget } from "./restore-target.ts";
import type { WorktreeState } from "./worktree-state.ts";

interface Known extends Pick<WorktreeState, "running"> {
  /** When the prompt was sent. */
  prompted: number | undefined;
  /** The newest snapshot, if the session was in this worktree. */
  latest: WorktreeState["latest"];
}

type Found = Pick<RestoreTarget, "snapshot" | "note">;

/** The files as they were when the prompt of the turn was sent. */
export function findBeforeTurn(timeline: readonly Snapshot[], asked: Turn, known: Known): Found | undefined {
  const found = findSnapshot(timeline, asked, known);
  if (!found) return undefined;
  const { snapshot } = found;
  const note = noteOfArrival(snapshot, asked) ?? noteOfLate(snapshot, known.prompted) ?? found.note;
  return { snapshot, note };
}

function findSnapshot(timeline: readonly Snapshot[], asked: Turn, known: Known): Found | undefined {
  const first = timeline.findIndex((each) => isAfter(each, asked));
  const until = first === -1 ? timeline : timeline.slice(0, first);
  const own = until.find((each) => isPromptOf(each, asked));
  if (own) return { snapshot: own, note: null };
  const isNewest = first !== -1 || isRunning(known, asked);
  const last = isNewest ? until.at(-1) : until.findLast(({ session }) => session === asked.session);
  const snapshot = findAtPrompt(until, known) ?? last;
  if (!snapshot) return undefined;
  const next = timeline[timeline.indexOf(snapshot) + 1];
  const isNext = next === undefined || next.previous === snapshot.id;
  return { snapshot, note: isNext ? noteOfHaste(next, asked) : EARLIER };
}

/** Then its prompt found what was captured last: a snapshot that is taken while a turn runs names it. */
function isRunning({ running }: Pick<Known, "running">, { session, turn }: Turn): boolean {
  return running.some((each) => each.session === session && each.turn === turn);
}

function isPromptOf({ moment, session, turn }: Snapshot, asked: Turn): boolean {
  return moment === "prompt" && session === asked.session && turn === asked.turn;
}

/**
 * After a turn that changed nothing, others may have changed files before the next one begins. Undefined if it is not
 * known which files the prompt found.
 */
function findAtPrompt(timeline: readonly Snapshot[], { prompted, latest }: Known): Snapshot | undefined {
  if (prompted === undefined) return undefined;
  const next = timeline.findIndex(
    ({ createdAt, previousUntil = 0 }) => createdAt > prompted && previousUntil >= prompted,
  );
  if (next !== -1) return timeline[next - 1];
  const last = timeline.at(-1);
  const isLatest = last !== undefined && last.id === latest?.id && last.createdAt <= prompted;
  return isLatest && (latest.sameUntil ?? 0) >= prompted ? last : undefined;
}

/** The files of the prompt contain what the turn had changed by then, so they are not those from before it. */
function noteOfHaste(first: Snapshot | undefined, asked: Turn): string | null {
  if (!first || !isPromptOf(first, asked)) return null;
  return first.turns.some(({ session, turn }) => session === asked.session && turn === asked.turn)
    ? HASTY
    : null;
}

const HASTY =
  "The agent was already at work when the files of this prompt were captured. What you had changed before it stays, unless the turn changed the same file: that comes back as it was before your change.";

const EARLIER =
  "Snapshots that followed this one were deleted, so these files may be older than the beginning of this turn.";

/**
 * Whether it was taken in a turn or later. A turn that changed nothing has no snapshot, but the next one begins with one.
 * If those of the turn were deleted, others of its time, such as that of a named checkpoint, may be left.
 */
function isAfter({ turns, ...own }: Snapshot, { session, turn }: Turn): boolean {
  const least = own.moment === "prompt" ? turn + 1 : turn;
  const isLater = own.session === session && (own.turn ?? 0) >= least;
  return isLater || turns.some((each) => each.session === session && each.turn >= turn);
}

/** Where the turn came to this worktree only with a call, nothing has the files from before that call. */
function noteOfArrival(found: Snapshot, asked: Turn): string | null {
  if (found.isArrival !== true || !isPromptOf(found, asked)) return null;
  return `Turn ${asked.turn} came to this directory with a tool call, and its files were captured after that: what was changed by then does not come back.`;
}

/** An agent does nothing that soon. */
const SOON_MS = 1_000;

/** Without a daemon, or on a busy machine, an agent may be at work before the files are captured. */
function noteOfLate(
  { createdAt, completedAt = createdAt }: Snapshot,
  prompted: number | undefined,
): string | null {
  const late = completedAt - (prompted ?? completedAt);
  if (late <= SOON_MS) return null;
  const seconds = count(Math.round(late / 1_000), "second");
  return `These files were captured ${seconds} after the prompt: what was changed by then does not come back.`;
}
