import type { FileChange } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";
import type { Step } from "../change-owners.ts";

interface Since {
  /** From the target on. */
  since: readonly Snapshot[];
  steps: readonly Step[];
  /** Until when the target was known to be what is there. */
  until: number;
}

/** What existed at this time is none of the session's work. */
export interface Begin {
  time: number;
  /** The same if that time is by another clock than that of the file system. */
  atTarget: number;
  /** The session may have made it before, renamed it and edited it since, so only unchanged content is known to be older. */
  mayBeRenamed: boolean;
}

/** For a file that the target does not have, or has otherwise. */
export type BeginOf = (change: FileChange) => Begin;

/**
 * When the turn began in which a new file, or the content of one, appeared first. What is older than that was there before,
 * uncaptured, also if it is younger than the target: an ignored file that was moved, for example.
 */
export function findBegins({ since, steps, until }: Since): BeginOf {
  const createdAt = new Map(since.map((snapshot) => [snapshot.id, snapshot.createdAt]));
  const firstSeen = new Map<string, number>();
  const madeAt = new Map<RawPath, number>();
  const withDeletions = new Set<number>();
  const changed = new Set<RawPath>();
  let turns = "";
  let begin = until;
  for (const { snapshot, before, changes } of steps) {
    const now = JSON.stringify(snapshot.turns);
    if (now !== turns || snapshot.turns.length === 0)
      begin = Math.max(until, createdAt.get(before) ?? 0, snapshot.previousUntil ?? 0);
    turns = now;
    // What was there before the step is what the target had, unless an earlier step made it.
    noteFirst(firstSeen, changes, { before: until, after: begin });
    for (const { path } of changes.filter(isAddition)) madeAt.set(path, begin);
    // What has not changed since the target is older than it.
    if (changes.some((change) => isDeletion(change) && changed.has(change.path))) withDeletions.add(begin);
    for (const { path } of changes) changed.add(path);
  }
  return ({ path, before, after }) => {
    const seen = firstSeen.get(after?.blob ?? "") ?? until;
    const time = before === null ? Math.min(seen, madeAt.get(path) ?? seen) : seen;
    return { time, atTarget: until, mayBeRenamed: time > until && withDeletions.has(time) };
  };
}

function noteFirst(
  firstSeen: Map<string, number>,
  changes: readonly FileChange[],
  times: { before: number; after: number },
): void {
  for (const side of ["before", "after"] as const)
    for (const change of changes) {
      const blob = change[side]?.blob;
      if (blob !== undefined && !firstSeen.has(blob)) firstSeen.set(blob, times[side]);
    }
}

function isAddition({ before, after }: FileChange): boolean {
  return before === null && after !== null;
}

function isDeletion({ before, after }: FileChange): boolean {
  return before !== null && after === null;
}
