import type { FileChange } from "../kernel/ports/snapshots.ts";
import type { RawPath, Turn } from "../kernel/snapshot.ts";
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

/** Two changes of the same file become one; a change that was undone disappears. */
export function mergeChanges(earlier: readonly FileChange[], later: readonly FileChange[]): FileChange[] {
  const merged = new Map<RawPath, FileChange>(earlier.map((change) => [change.path, change]));
  for (const change of later) {
    const before = (merged.get(change.path) ?? change).before;
    const isBack = before?.blob === change.after?.blob && before?.mode === change.after?.mode;
    if (isBack) merged.delete(change.path);
    else merged.set(change.path, { ...change, before });
  }
  return [...merged.values()];
}
