import { shownPath } from "../../files/raw-path.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { createFilter } from "./check-paths.ts";
import type { OthersFile, OthersFiles } from "./follow-others.ts";
import type { PlanInput, RestorePlan } from "./plan-restore.ts";

/**
 * Keeps what somebody else wrote since the target where the session took it: a file that it renamed is kept under its new
 * name, also if it was edited there. One that it deleted is only named: it belongs neither to the target nor to what is there.
 */
export function keepOthersContent(
  plan: RestorePlan,
  { others, paths }: Pick<PlanInput, "paths"> & { others: OthersFiles },
): RestorePlan {
  const kept = findOnlyCopies(plan, others);
  const endOfFile = findEnds(kept, others);
  const isRequested = createFilter(paths);
  const listed = new Set(plan.conflicts.map(({ path }) => path));
  const gone = [...others.deleted].filter(([path]) => !listed.has(path) && isRequested(path));
  const isNew = new Set(plan.steps.flatMap(({ path, after }) => (after === null ? [path] : [])));
  return {
    ...plan,
    steps: plan.steps.filter(({ path }) => !kept.has(path)),
    conflicts: [
      ...plan.conflicts.map((file) => {
        const end = endOfFile(file.path);
        return end === undefined ? file : { ...file, reason: `${file.reason}; ${end}` };
      }),
      ...[...kept].map(([path, file]) => ({ path, reason: reasonOfMoved(file), isNew: isNew.has(path) })),
    ],
    untouched: [
      ...plan.untouched,
      ...gone.map(([path, { reason, end }]) => ({ path, reason: `${reason}; ${end}` })),
    ],
  };
}

/** Why a file stays that the session moved. */
export function reasonOfMoved({ path, reason, isGuess }: OthersFile): string {
  return `it ${isGuess ? "may be" : "is"} what ${shownPath(path)} was, ${reason}`;
}

/** Of what the plan deletes or replaces, what nothing that stays contains. */
function findOnlyCopies(
  { steps }: RestorePlan,
  { moved, contents, now }: OthersFiles,
): Map<RawPath, OthersFile> {
  const planned = new Set(steps.map(({ path }) => path));
  const staying = new Set([...now].flatMap(([path, blob]) => (planned.has(path) || !blob ? [] : [blob])));
  return new Map(
    steps.flatMap(({ path, before }) => {
      const exact = before === null || staying.has(before.blob) ? undefined : contents.get(before.blob);
      const found = moved.get(path) ?? exact;
      return found ? [[path, found] as const] : [];
    }),
  );
}

/** Where a file of somebody else is now, or in which turn it was deleted. */
function findEnds(
  kept: ReadonlyMap<RawPath, OthersFile>,
  { moved, deleted }: OthersFiles,
): (path: RawPath) => string | undefined {
  const ends = new Map(
    [...kept, ...moved].map(([name, { path, isGuess }]) => [
      path,
      `${isGuess ? "perhaps " : ""}now ${shownPath(name)}`,
    ]),
  );
  return (path) => deleted.get(path)?.end ?? ends.get(path);
}
