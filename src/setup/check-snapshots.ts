import { existsSync } from "node:fs";
import { directorySize } from "../files/file-sizes.ts";
import { shownPath } from "../files/raw-path.ts";
import type { Context } from "../kernel/context.ts";
import type { SnapshotFailure } from "../kernel/ports/snapshots.ts";
import type { Snapshot } from "../kernel/snapshot.ts";
import { count } from "../text/phrases.ts";

const NAMED = 3;
const MB = 1_000_000;

type CheckingDeps = Pick<Context, "caller" | "config" | "paths" | "redactor" | "snapshots" | "workspace">;

/** Whether the newest files of this worktree were captured. Throws if the store cannot be read. */
export async function checkSnapshots(ctx: CheckingDeps): Promise<string | { skipped: string } | undefined> {
  if (!ctx.config.snapshots.enabled) return { skipped: "turned off (snapshots.enabled)" };
  const { worktree, newest } = await readNewest(ctx);
  const failed = ctx.snapshots.failures().findLast((each) => each.worktree === worktree);
  if (failed && failed.at > (newest?.createdAt ?? 0)) return describeFailed(ctx, failed, newest);
  return newest ? undefined : { skipped: "nothing was captured here yet" };
}

/** What was captured, in one line; what it does not cover is no problem, but should be known before it is needed. */
export async function describeSnapshots(ctx: CheckingDeps): Promise<string[]> {
  const { newest, total } = await readNewest(ctx);
  return newest ? [describeNewest(ctx, newest, total)] : [];
}

async function readNewest({ workspace, caller, snapshots }: CheckingDeps) {
  const place = await workspace.locate(caller.cwd);
  const taken = (await snapshots.read(place, (store) => store.list())) ?? [];
  return { worktree: place.worktree, newest: taken.at(-1), total: taken.length };
}

function describeFailed(
  { redactor }: Pick<Context, "redactor">,
  { at, reason }: SnapshotFailure,
  newest: Snapshot | undefined,
): string {
  const since = newest === undefined ? "" : ` The newest snapshot is from ${timeOf(newest.createdAt)}.`;
  return `The files here were not captured at ${timeOf(at)}: ${redactor.text(reason)}${since} Until that is corrected, what is changed cannot be restored.`;
}

function describeNewest(
  { paths, redactor }: Pick<Context, "paths" | "redactor">,
  { createdAt, uncovered, uncoveredCount }: Snapshot,
  total: number,
): string {
  const named = uncovered
    .slice(0, NAMED)
    .map(
      ({ path, reason, next }) =>
        `${shownPath(path)} (${next === undefined ? reason : `${reason}. ${next}`})`,
    );
  const more = uncoveredCount > named.length ? ` and ${uncoveredCount - named.length} more` : "";
  const left = uncoveredCount === 0 ? "" : `; not covered: ${redactor.text(named.join(", "))}${more}`;
  return `${count(total, "snapshot")} of the files here, the newest of ${timeOf(createdAt)}${left}; all projects use ${usedSpace(paths.snapshots)}`;
}

function usedSpace(directory: string): string {
  const bytes = existsSync(directory) ? directorySize(directory) : 0;
  return `${(bytes / MB).toFixed(1)} MB`;
}

function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
