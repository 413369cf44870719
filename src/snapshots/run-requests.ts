import type { Context } from "../kernel/context.ts";
import { SnapshotRequest } from "../kernel/snapshot.ts";
import { tryParseJson } from "../text/json-text.ts";
import { recordSeenChanges } from "./record-seen-changes.ts";
import { listQueued, type QueuedFile, removeQueued } from "./snapshot-queue.ts";
import { type SnapshotDeps, trySnapshot } from "./try-snapshot.ts";

type RunningDeps = SnapshotDeps & Pick<Context, "paths" | "store">;

interface RequestInQueue {
  file: QueuedFile;
  request: SnapshotRequest;
}

/** Takes the snapshots that were requested, in order. One that fails is recorded and not tried again. */
export async function runSnapshotRequests(ctx: RunningDeps, signal?: AbortSignal): Promise<void> {
  for (const { file, request } of withoutSuperseded(readRequests(ctx))) {
    if (signal?.aborted) return;
    const taken = await trySnapshot(ctx, { ...request, queuedAt: file.queuedAt });
    if (taken === null) return;
    if (taken) await recordSeenChanges(ctx, request, taken);
    removeQueued(file);
  }
}

function readRequests(ctx: RunningDeps): RequestInQueue[] {
  return listQueued(ctx).flatMap((file) => {
    const request = SnapshotRequest.safeParse(tryParseJson(file.text)).data;
    if (request) return [{ file, request }];
    removeQueued(file);
    return [];
  });
}

/** In the middle of a turn, only the newest state is of interest. */
function withoutSuperseded(queued: readonly RequestInQueue[]): RequestInQueue[] {
  return queued.filter(({ file, request }, index) => {
    const isSuperseded =
      request.moment === "during_turn" &&
      queued.slice(index + 1).some(({ request: later }) => later.worktree === request.worktree);
    if (isSuperseded) removeQueued(file);
    return !isSuperseded;
  });
}
