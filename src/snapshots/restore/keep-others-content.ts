import { shownPath } from "../../files/raw-path.ts";
import type { FileChange } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { ownersIn, type Step } from "../change-owners.ts";
import { isRealTurn } from "../running-turns.ts";
import { createFilter } from "./check-paths.ts";
import { EMPTY_BLOBS } from "./keep-only-copies.ts";
import { type PlanInput, type RestorePlan, reasonToKeep } from "./plan-restore.ts";

/** What somebody else made of a file since the target, which is no longer there. */
interface OthersContent {
  path: RawPath;
  blob: string;
  /** Why it is theirs. */
  reason: string;
  /** How it went away. */
  end: string;
}

type KeepingInput = Pick<PlanInput, "isIncluded" | "nameOf" | "paths"> & { steps: readonly Step[] };

/**
 * Follows what somebody else wrote since the target to where the session took it: a file that it renamed is kept under its new
 * name. One that it deleted is only named: it belongs neither to the target nor to what is there.
 */
export function keepOthersContent(plan: RestorePlan, input: KeepingInput): RestorePlan {
  const others = findOthersContent(input);
  if (others.length === 0) return plan;
  const byContent = new Map(others.map((other) => [other.blob, other]));
  const moved = plan.steps.flatMap(({ path, before, after }) => {
    const other = before === null ? undefined : byContent.get(before.blob);
    return other ? [{ path, other, isNew: after === null }] : [];
  });
  const names = new Map(moved.map(({ path, other }) => [other.path, path]));
  const stay = new Set(moved.map(({ path }) => path));
  const ends = new Map(
    others.map(({ path, end }) => {
      const name = names.get(path);
      return [path, name === undefined ? end : `now ${shownPath(name)}`];
    }),
  );
  const isRequested = createFilter(input.paths);
  const listed = new Set(plan.conflicts.map(({ path }) => path));
  const gone = others.filter(({ path }) => !listed.has(path) && !names.has(path) && isRequested(path));
  return {
    ...plan,
    steps: plan.steps.filter(({ path }) => !stay.has(path)),
    conflicts: [
      ...plan.conflicts.map((file) => {
        const end = ends.get(file.path);
        return end === undefined ? file : { ...file, reason: `${file.reason}; ${end}` };
      }),
      ...moved.map(({ path, other, isNew }) => ({
        path,
        reason: `it is what ${shownPath(other.path)} was, ${other.reason}`,
        isNew,
      })),
    ],
    untouched: [
      ...plan.untouched,
      ...gone.map(({ path, reason, end }) => ({ path, reason: `${reason}; ${end}` })),
    ],
  };
}

/** What the sessions whose changes are taken back moved away or deleted. */
function findOthersContent(input: KeepingInput): OthersContent[] {
  const theirs = new Map<RawPath, OthersContent>();
  const gone = new Map<RawPath, OthersContent>();
  for (const step of input.steps) {
    const ownerOf = ownersIn(step);
    for (const change of step.changes.filter(isContent)) {
      const { path, after } = change;
      const reason = reasonToKeep(ownerOf(change), input);
      const known = theirs.get(path);
      theirs.delete(path);
      gone.delete(path);
      if (reason === undefined && after === null && known) gone.set(path, { ...known, end: endOf(step) });
      if (reason !== undefined && after) theirs.set(path, { path, blob: after.blob, reason, end: "" });
    }
  }
  return [...gone.values()].filter(({ blob }) => !EMPTY_BLOBS.has(blob));
}

/** Of others, only the permissions changed. */
function isContent({ before, after }: FileChange): boolean {
  return before !== null || after !== null;
}

function endOf({ snapshot }: Step): string {
  const turn = snapshot.turns.find(isRealTurn)?.turn;
  return turn === undefined ? "deleted since" : `deleted in turn ${turn}`;
}
