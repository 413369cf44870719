import type { FileChange } from "../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../kernel/snapshot.ts";
import { RESTORE_TURN, UNKNOWN_TURN } from "./running-turns.ts";

/** Who may have changed a file between two snapshots. */
export type Owner =
  | { type: "session"; session: string }
  /** An earlier restore, or an agent's own rewind, and whose work that was; null if nobody knows, or for everybody's. */
  | { type: "restore"; sessions: readonly string[] | null }
  /** It went with the whole directory. Nothing of anybody's is there that would have to be kept. */
  | { type: "lost" }
  /** No turn was running: a person, a pull, a background process. */
  | { type: "nobody" }
  /** Several turns were running, or the snapshot that would tell is missing. */
  | { type: "unclear" };

/** A snapshot, and what changed since the one before it. */
export interface Step {
  snapshot: Pick<Snapshot, "previous" | "turns" | "previousUntil" | "isRecreated">;
  before: string;
  changes: readonly FileChange[];
}

/** Who changed each file in the steps, in order. */
export function findOwners(steps: readonly Step[]): Map<RawPath, Owner[]> {
  const owners = new Map<RawPath, Owner[]>();
  for (const step of steps) {
    const ownerOf = ownersIn(step);
    for (const change of step.changes)
      owners.set(change.path, [...(owners.get(change.path) ?? []), ownerOf(change)]);
  }
  return owners;
}

/** Who made the changes of a step. */
export function ownersIn(step: Step): (change: FileChange) => Owner {
  const owner = ownerOf(step);
  const isLost = ({ before, after }: FileChange) =>
    step.snapshot.isRecreated === true && before !== null && after === null;
  return (change) => (isLost(change) ? { type: "lost" } : owner);
}

function ownerOf({ snapshot: { previous, turns }, before }: Step): Owner {
  if (previous !== before) return { type: "unclear" };
  const sessions = [...new Set(turns.map(({ session }) => session))];
  const [only, another] = sessions;
  if (only === undefined) return { type: "nobody" };
  if (only === RESTORE_TURN.session) return { type: "restore", sessions: turns[0]?.restored ?? null };
  return another !== undefined || only === UNKNOWN_TURN.session
    ? { type: "unclear" }
    : { type: "session", session: only };
}
