import type { FileChange } from "../kernel/ports/snapshots.ts";
import type { Turn } from "../kernel/snapshot.ts";
import type { Step } from "./change-owners.ts";
import { isRealTurn } from "./running-turns.ts";

/** What happened to the files in one turn. */
export interface TurnChanges {
  session: string;
  turn: number;
  /** The trees before the first and after the last of its changes. */
  from: string;
  to: string;
  changes: FileChange[];
  /** Other turns were running at the same time, so some of this may be theirs. */
  shared: boolean;
}

/** A step with the trees on both sides. */
export interface TurnStep extends Step {
  from: string;
  to: string;
}

/** Groups the changes by the turns that were running, in order. What changed outside of turns is in none. */
export function groupByTurn(steps: readonly TurnStep[]): TurnChanges[] {
  const groups = new Map<string, TurnChanges>();
  for (const step of steps) {
    const { turns, previous } = step.snapshot;
    if (step.changes.length === 0 || previous !== step.before) continue;
    for (const turn of turns) {
      const key = `${turn.session} ${turn.turn}`;
      if (isRealTurn(turn)) groups.set(key, addStep(groups.get(key), step, turn));
    }
  }
  return [...groups.values()];
}

function addStep(known: TurnChanges | undefined, step: TurnStep, { session, turn }: Turn): TurnChanges {
  const shared = step.snapshot.turns.length > 1;
  if (!known) return { session, turn, from: step.from, to: step.to, changes: [...step.changes], shared };
  return {
    ...known,
    to: step.to,
    changes: mergeChanges(known.changes, step.changes),
    shared: shared || known.shared,
  };
}

/** Two changes of the same file become one; a change that was undone disappears. Its permissions count on their own. */
export function mergeChanges(earlier: readonly FileChange[], later: readonly FileChange[]): FileChange[] {
  const merged = new Map<string, FileChange>(earlier.map((change) => [keyOf(change), change]));
  for (const change of later) {
    const key = keyOf(change);
    const both = since(merged.get(key) ?? change, change);
    if (isBack(both)) merged.delete(key);
    else merged.set(key, both);
  }
  return [...merged.values()];
}

function keyOf({ path, permissions }: FileChange): string {
  return permissions ? `${path}\0permissions` : path;
}

function since(first: FileChange, last: FileChange): FileChange {
  if (!first.permissions || !last.permissions) return { ...last, before: first.before };
  return { ...last, permissions: { ...last.permissions, before: first.permissions.before } };
}

function isBack({ before, after, permissions }: FileChange): boolean {
  if (permissions) return permissions.before === permissions.after;
  return before?.blob === after?.blob && before?.mode === after?.mode;
}
