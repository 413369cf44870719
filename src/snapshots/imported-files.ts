import { HoldfastError } from "../kernel/errors.ts";
import type { Checkpoint } from "../kernel/record.ts";
import type { Snapshot } from "../kernel/snapshot.ts";
import { count } from "../text/phrases.ts";
import type { RestoreTarget } from "./restore-target.ts";
import type { WorktreeState } from "./worktree-state.ts";

interface Past {
  timeline: readonly Snapshot[];
  state: WorktreeState;
}

/**
 * What happened since the target. Between files of another machine and those here is only their commit: a file that is
 * still as in the commit may be replaced by what the session made of it there. Everything else was changed here.
 */
export function timelineOf(target: Snapshot, past: Past): Past {
  const { id, session, turn, origin } = target;
  if (!origin) return past;
  const left = past.timeline.findLastIndex((each) => origin.after?.includes(each.id));
  if (left !== -1) return timelineSince(target, past, left);
  const base = {
    ...target,
    id: `${id}.base`,
    tree: origin.base,
    permissions: null,
    directories: [],
    previous: id,
    turns: session === null ? [] : [{ session, turn: turn ?? 0 }],
  };
  const latest = { id: base.id, tree: base.tree, rest: "" };
  return { timeline: [target, base], state: { latest, running: past.state.running } };
}

/**
 * The work went on there from files that were taken along from here, so what has not changed here since then is contained
 * in what came back.
 */
function timelineSince(target: Snapshot, { timeline, state }: Past, left: number): Past {
  const [departed, ...later] = timeline.slice(left);
  if (!departed) return { timeline, state };
  const turns = target.session === null ? [] : [{ session: target.session, turn: target.turn ?? 0 }];
  return { timeline: [target, { ...departed, previous: target.id, turns }, ...later], state };
}

/** Whether a session brought files from another machine that it has not worked on here since they came. */
export function isUnused({ session, createdAt, origin }: Snapshot, own: readonly Snapshot[]): boolean {
  const isLater = (each: Snapshot) => each.session === session && each.createdAt >= createdAt;
  return origin !== undefined && session !== null && !own.some(isLater);
}

export function targetOfImported(snapshot: Snapshot, note: string | null): RestoreTarget {
  const label = `the files from ${snapshot.origin?.machine ?? "another machine"}`;
  return { snapshot, label, session: snapshot.session, turn: null, note };
}

/** A session brings along only the files that it had last. */
export function findForImported(
  imported: readonly Snapshot[],
  { id, name, createdAt, sessionId }: Checkpoint,
): RestoreTarget | undefined {
  const last = imported.findLast(({ session, checkpoint }) => checkpoint === id || session === sessionId);
  if (!last || sessionId === null) return undefined;
  if (last.checkpoint === id) return targetOfImported(last, null);
  const minutes = Math.round(((last.origin?.createdAt ?? createdAt) - createdAt) / 60_000);
  const when = `${count(Math.abs(minutes), "minute")} ${minutes < 0 ? "before" : "after"}`;
  return targetOfImported(
    last,
    `Only the last files of the session came along; they were captured ${when} ${name ?? id}.`,
  );
}

/** The files from before its earlier turns stayed on the other machine. */
export function refuseEarlier(last: Snapshot | undefined, turn: number): void {
  if (!last || turn > (last.turn ?? 0)) return;
  throw new HoldfastError(
    "not_found",
    `The files from before turn ${turn} did not come along from ${last.origin?.machine ?? "the other machine"}.`,
    { next: `Run \`holdfast restore ${last.id}\` for the files that the session had last.` },
  );
}
