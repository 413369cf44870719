import { HoldfastError } from "../kernel/errors.ts";
import type { Checkpoint } from "../kernel/record.ts";
import type { Snapshot, Turn } from "../kernel/snapshot.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { count } from "../text/phrases.ts";
import { findIncluded } from "./included-sessions.ts";
import type { RestoreTarget } from "./restore-target.ts";
import { RESTORE_TURN } from "./running-turns.ts";
import type { WorktreeState } from "./worktree-state.ts";

export interface Past {
  timeline: readonly Snapshot[];
  state: WorktreeState;
  /** What came from other machines, in the order in which it was taken there. */
  imported: readonly Snapshot[];
}

/**
 * What happened since the target. Between files of another machine and those here is only what both have had: files that
 * left this machine, those that were restored from an earlier moment of the other one, or else their commit. A file that is
 * still as it was then may be replaced by what the session made of it there. Everything else was changed here. What
 * the other machine made of the files is marked as a restore's, so that no session here is taken for its author.
 */
export function timelineOf(target: Snapshot, whole: Past): Pick<Past, "timeline" | "state"> {
  const { id, origin } = target;
  if (!origin) return whole;
  const past = { ...whole, timeline: whole.timeline.map(withoutRestored) };
  const left = past.timeline.findLastIndex((each) => origin.after?.includes(each.id));
  if (left !== -1) return timelineSince(target, past, left);
  const earlier = timelineAfterEarlier(target, past);
  if (earlier) return earlier;
  const base = {
    ...target,
    id: `${id}.base`,
    tree: origin.base,
    permissions: null,
    directories: [],
    previous: id,
    turns: [RESTORE_TURN],
  };
  const latest = { id: base.id, tree: base.tree, rest: "" };
  return { timeline: [target, base], state: { ...past.state, latest } };
}

/** No session's work is taken back, but what restores did here is, whosever work they restored. */
function withoutRestored(snapshot: Snapshot): Snapshot {
  return { ...snapshot, turns: snapshot.turns.map(({ session, turn }) => ({ session, turn })) };
}

/**
 * The work went on there from files that were taken along from here, so what has not changed here since then is contained
 * in what came back.
 */
function timelineSince(
  target: Snapshot,
  { timeline, state }: Past,
  left: number,
): Pick<Past, "timeline" | "state"> {
  const [departed, ...later] = timeline.slice(left);
  if (!departed) return { timeline, state };
  return { timeline: [target, { ...departed, previous: target.id, turns: [RESTORE_TURN] }, ...later], state };
}

/**
 * The other machine had been followed before: files of an earlier moment of it were restored here. What is still as it was
 * then, it had too. What that restore kept was changed here.
 */
function timelineAfterEarlier(target: Snapshot, past: Past): Pick<Past, "timeline" | "state"> | undefined {
  for (const earlier of past.imported.toReversed()) {
    if (!isEarlierOf(target, earlier)) continue;
    const isRestored = ({ moment, tree, createdAt }: Snapshot) =>
      createdAt >= earlier.createdAt && (tree === earlier.tree || moment === "restored");
    // The last one, since an earlier one may have been taken back.
    const index = past.timeline.findLastIndex(isRestored);
    const restored = past.timeline[index];
    if (!restored) continue;
    const there = { ...earlier, previous: target.id, turns: [RESTORE_TURN] };
    const here = { ...restored, previous: earlier.id, turns: [] };
    return { timeline: [target, there, here, ...past.timeline.slice(index + 1)], state: past.state };
  }
  return undefined;
}

function isEarlierOf({ origin }: Snapshot, { origin: before }: Snapshot): boolean {
  if (!origin || !before) return false;
  return before.machine === origin.machine && before.createdAt < origin.createdAt;
}

/**
 * The sessions whose changes since the target are taken back. None for files of another machine: what was changed here
 * since they left is newer work, whichever session did it, even the same one or one that continues it.
 */
export async function findTakenBack(
  store: SessionStorage,
  sessions: readonly string[],
  { session, snapshot }: RestoreTarget,
): Promise<Set<string>> {
  return snapshot.origin ? new Set() : await findIncluded(store, sessions, session);
}

/** Whether a session brought files from another machine that it has not worked on here since they came. */
export function isUnused({ session, createdAt, origin }: Snapshot, own: readonly Snapshot[]): boolean {
  const isLater = (each: Snapshot) => each.session === session && each.createdAt >= createdAt;
  return origin !== undefined && session !== null && !own.some(isLater);
}

export function targetOfImported(snapshot: Snapshot, note: string | null): RestoreTarget {
  const label = `the files from ${snapshot.origin?.machine ?? "another machine"}`;
  const { session } = snapshot;
  return { snapshot, label, session, conversation: session, turn: null, note };
}

/** A session brings along only the files that it had last. Undefined if the files from here are what was asked for. */
export function findForImported(
  { own, imported }: { own: readonly Snapshot[]; imported: readonly Snapshot[] },
  checkpoint: Checkpoint,
): RestoreTarget | undefined {
  const { id, name, createdAt, sessionId } = checkpoint;
  const last = imported.findLast((each) => each.checkpoint === id || each.session === sessionId);
  if (!last || sessionId === null || own.some((each) => each.checkpoint === id)) return undefined;
  if (last.checkpoint === id) return targetOfImported(last, null);
  if (isNearerHere(last, own, checkpoint)) return undefined;
  const minutes = Math.round(((last.origin?.createdAt ?? createdAt) - createdAt) / 60_000);
  const when = `${count(Math.abs(minutes), "minute")} ${minutes < 0 ? "before" : "after"}`;
  return targetOfImported(
    last,
    `Only the last files of the session came along; they were captured ${when} ${name ?? id}.`,
  );
}

/**
 * Whether a checkpoint belongs to what its session had here rather than to what came back. It does not say where it was
 * made, but files and checkpoints of one machine have times of the same clock.
 */
function isNearerHere(
  last: Snapshot,
  own: readonly Snapshot[],
  { sessionId, createdAt }: Checkpoint,
): boolean {
  const here = own.findLast((each) => each.session === sessionId && each.createdAt <= createdAt);
  if (!here) return false;
  const distance = Math.abs((last.origin?.createdAt ?? last.createdAt) - createdAt);
  return !isUnused(last, own) || createdAt - here.createdAt < distance;
}

/** The files from before the turns that a session had on another machine stayed there. */
export function refuseEarlier(
  { own, imported }: { own: readonly Snapshot[]; imported: readonly Snapshot[] },
  { session, turn }: Turn,
): void {
  const arrived = imported.filter((each) => each.session === session);
  const last = arrived.at(-1);
  if (!last || turn > (last.turn ?? 0)) return;
  if (wasHere(listOwnTurns(own, session), arrived, turn)) return;
  throw new HoldfastError(
    "not_found",
    `The files from before turn ${turn} did not come along from ${last.origin?.machine ?? "the other machine"}.`,
    { next: `Run \`holdfast restore ${last.id}\` for the files that the session had last.` },
  );
}

/** The turns of a session that began or worked here. */
function listOwnTurns(own: readonly Snapshot[], session: string): number[] {
  return own.flatMap((each) => [
    ...(each.session === session && each.moment === "prompt" ? [each.turn ?? 0] : []),
    ...each.turns.filter((turn) => turn.session === session).map(({ turn }) => turn),
  ]);
}

/** A turn that changed nothing may have no snapshot, but then the next one that has one was here too. */
function wasHere(ownTurns: readonly number[], arrived: readonly Snapshot[], turn: number): boolean {
  const next = Math.min(...ownTurns.filter((each) => each >= turn));
  return (
    Number.isFinite(next) && !arrived.some((each) => (each.turn ?? 0) >= turn && (each.turn ?? 0) < next)
  );
}
