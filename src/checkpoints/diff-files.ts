import * as z from "zod";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Checkpoint } from "../kernel/record.ts";
import type { Snapshot } from "../kernel/snapshot.ts";
import { FileChangeView, viewFileChanges } from "./file-changes-view.ts";
import { comparePermissions, withoutAccompanying } from "./permission-changes.ts";

const MAX_FILES = 200;
const MAX_PATCH = 200_000;

/** How the files differ between two checkpoints. */
export const FilesDiff = z.object({
  files: z.array(FileChangeView),
  /** The number of files; the list may be shorter. */
  fileCount: z.number(),
  /** The changed lines, cut off where they are too long. */
  patch: z.string(),
});
export type FilesDiff = z.infer<typeof FilesDiff>;

/** Compares the captured files of two checkpoints of one worktree. Throws if one of them has none. */
export async function diffFiles(
  { snapshots, workspace, redactor }: Pick<Context, "snapshots" | "workspace" | "redactor">,
  from: Checkpoint,
  to: Checkpoint,
): Promise<FilesDiff> {
  if (from.worktree !== to.worktree)
    throw new HoldfastError("invalid_input", `${from.id} and ${to.id} are of different directories.`);
  const place = { ...(await workspace.locate(to.worktree)), worktree: to.worktree };
  const found = await snapshots.read(place, async (store) => {
    const timeline = await store.list();
    const [older, newer] = [snapshotOf(from, timeline), snapshotOf(to, timeline)];
    const [difference] = await store.comparePairs([{ from: older.tree, to: newer.tree }]);
    const { changes = [], lines = new Map() } = difference ?? {};
    const [permissions = []] = await comparePermissions(store, [older, newer]);
    const all = withoutAccompanying([...changes, ...permissions]);
    return {
      files: viewFileChanges(redactor, all, { lines, limit: MAX_FILES }),
      fileCount: all.length,
      patch: redactor.text(await store.patch(older.tree, newer.tree, MAX_PATCH)),
    };
  });
  return found ?? notCaptured(from);
}

/** Its own snapshot; if nothing had changed, there is none, and the one before has the same files. */
function snapshotOf(checkpoint: Checkpoint, timeline: readonly Snapshot[]): Snapshot {
  const own = timeline.find((each) => each.checkpoint === checkpoint.id);
  return (
    own ?? timeline.findLast(({ createdAt }) => createdAt <= checkpoint.createdAt) ?? notCaptured(checkpoint)
  );
}

function notCaptured({ id, worktree }: Checkpoint): never {
  throw new HoldfastError("not_found", `The files of ${worktree} were not captured at ${id}.`, {
    next: "Run `holdfast changes` to see the turns whose files were captured.",
  });
}
