import { nameOf } from "../../files/raw-path.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { SnapshotPlace, SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { count } from "../../text/phrases.ts";
import { type Journal, readJournal } from "./journal.ts";
import type { RestorePlan } from "./plan-restore.ts";

/**
 * A restore or an undo that was interrupted and may have changed files. One that was only planned has touched nothing, so it is none.
 * A preview shows it, and completes nothing.
 */
export function findUnfinished(store: Pick<SnapshotStore, "directory" | "worktree">): Journal | undefined {
  const journal = readJournal(store);
  return journal?.phase === "apply" ? journal : undefined;
}

/** Says that it was interrupted, and what completes it; null if there is none. */
export function noteUnfinished(
  { redactor }: Pick<Context, "redactor">,
  journal: Journal | undefined,
): string | null {
  if (!journal) return null;
  if (journal.kind === "undo")
    return "An undo was interrupted. The next snapshot completes it, and so does `holdfast undo`.";
  return redactor.text(
    `A restore was interrupted (${journal.target}). The next snapshot completes it; \`holdfast undo\` completes it and takes it back.`,
  );
}

/**
 * Adds to the message of a failure which restore is not complete, since files may have been changed before a disk was full. If
 * another process has the lock, that restore may be its own, which runs.
 */
export async function namingUnfinished<T>(
  ctx: Pick<Context, "redactor" | "snapshots">,
  place: SnapshotPlace,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof HoldfastError) || error.code === "store_busy") throw error;
    const note = await ctx.snapshots.read(place, async (store) => noteUnfinished(ctx, findUnfinished(store)));
    if (!note) throw error;
    const { code, message, next, details } = error;
    throw new HoldfastError(code, `${message} ${note}`, { cause: error, next, details });
  }
}

/** The file that it was writing is in the worktree, and nobody's. Completing it deletes that file. */
export function withoutTemporary(plan: RestorePlan, { id }: Journal): RestorePlan {
  const isOther = ({ path }: { path: RawPath }) => !nameOf(path).startsWith(`.holdfast-${id}-`);
  return { ...plan, steps: plan.steps.filter(isOther), conflicts: plan.conflicts.filter(isOther) };
}

/** Says what a command completed before it did its own work; null if that was nothing. */
export function noteCompleted(
  { redactor }: Pick<Context, "redactor">,
  journal: Journal | undefined,
): string | null {
  if (!journal) return null;
  const files = count(journal.steps.length, "file");
  if (journal.kind === "undo") return `An undo that had been interrupted was completed first (${files}).`;
  return redactor.text(
    `A restore that had been interrupted was completed first (${journal.target}, ${files}). It can be taken back, too.`,
  );
}
