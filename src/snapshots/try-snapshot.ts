import { existsSync } from "node:fs";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { SnapshotFailure } from "../kernel/ports/snapshots.ts";
import type { TimedRequest } from "../kernel/snapshot.ts";
import type { CapturingDeps } from "./save-captured.ts";
import { takeSnapshot } from "./take-snapshot.ts";

export type SnapshotDeps = Pick<Context, "snapshots" | "workspace" | "log" | "redactor"> & CapturingDeps;

/**
 * Takes a snapshot, or records why there is none. Returns the snapshot that has the files now; undefined if that failed
 * or the worktree was deleted, and null if another process has the store.
 */
export async function trySnapshot(ctx: SnapshotDeps, request: TimedRequest) {
  // For example `git worktree remove`: there is nothing to capture.
  if (!existsSync(request.worktree)) return undefined;
  try {
    const place = await ctx.workspace.locate(request.worktree);
    const at = { ...place, worktree: request.worktree };
    return await ctx.snapshots.use(at, (store) => takeSnapshot(ctx, store, request));
  } catch (error) {
    if (error instanceof HoldfastError && error.code === "store_busy") return null;
    ctx.log.error("snapshot not taken", error, { session: request.session, moment: request.moment });
    const reason = ctx.redactor.text(error instanceof Error ? error.message : String(error));
    const { worktree, session, turn, checkpoint, at } = request;
    tryRecord(ctx, { at, worktree, session, turn, checkpoint, reason });
    return undefined;
  }
}

/** On a full disk there is no space for this either; the log has it. */
function tryRecord({ snapshots, log }: SnapshotDeps, failure: SnapshotFailure): void {
  try {
    snapshots.recordFailure(failure);
  } catch (error) {
    log.error("failure of a snapshot not recorded", error);
  }
}
