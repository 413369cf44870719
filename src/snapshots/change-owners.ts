import type { FileChange } from "../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../kernel/snapshot.ts";
import { RESTORE_TURN, UNKNOWN_TURN } from "./running-turns.ts";

/** Who may have changed a file between two snapshots. */
export type Owner =
  | { type: "session"; session: string }
  /** An earlier restore. */
  | { type: "restore" }
  /** No turn was running: a person, a pull, a background process. */
  | { type: "nobody" }
  /** Several turns were running, or the snapshot that would tell is missing. */
  | { type: "unclear" };

/** A snapshot, and what changed since the one before it. */
export interface Step {
  snapshot: Pick<Snapshot, "previous" | "turns" | "previousUntil">;
  before: string;
  changes: readonly FileChange[];
}

/** Who changed each file in the steps, in order. */
export function findOwners(steps: readonly Step[]): Map<RawPath, Owner[]> {
  const owners = new Map<RawPath, Owner[]>();
  for (const step of steps) {
    const owner = ownerOf(step);
    for (const { path } of step.changes) owners.set(path, [...(owners.get(path) ?? []), owner]);
  }
  return owners;
}

export function ownerOf({ snapshot: { previous, turns }, before }: Step): Owner {
  if (previous !== before) return { type: "unclear" };
  const sessions = [...new Set(turns.map(({ session }) => session))];
  const [only, another] = sessions;
  if (only === undefined) return { type: "nobody" };
  if (only === RESTORE_TURN.session) return { type: "restore" };
  return another !== undefined || only === UNKNOWN_TURN.session
    ? { type: "unclear" }
    : { type: "session", session: only };
}
