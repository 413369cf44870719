import { existsSync } from "node:fs";
import type { Context } from "../kernel/context.ts";
import { type SnapshotMoment, SnapshotRequest } from "../kernel/snapshot.ts";
import { tryParseJson } from "../text/json-text.ts";
import { recordSeenChanges } from "./record-seen-changes.ts";
import { listQueued, type QueuedFile, removeQueued } from "./snapshot-queue.ts";
import { type SnapshotDeps, trySnapshot } from "./try-snapshot.ts";

type RunningDeps = SnapshotDeps & Pick<Context, "paths" | "store">;

interface RequestInQueue {
  file: QueuedFile;
  request: SnapshotRequest;
}

/** So many projects are captured at a time. */
export const MAX_STORES = 3;

/**
 * Takes the snapshots that were requested: those of one project in order, without waiting for those of others. One that
 * fails is recorded and not tried again.
 */
export async function runSnapshotRequests(ctx: RunningDeps, signal?: AbortSignal): Promise<void> {
  const stores = (await groupByStore(ctx)).values();
  const work = async () => {
    for (const requests of stores) await runRequestsOf(ctx, requests, signal);
  };
  await Promise.all(Array.from({ length: MAX_STORES }, work));
}

/** The requests that wait, oldest first, by the root of the project whose store keeps their snapshots. */
export async function groupByStore(
  ctx: Pick<Context, "paths" | "workspace">,
): Promise<Map<string, RequestInQueue[]>> {
  const groups = new Map<string, RequestInQueue[]>();
  for (const each of readRequests(ctx)) {
    const { projectRoot } = await ctx.workspace.locate(each.request.worktree);
    groups.set(projectRoot, [...(groups.get(projectRoot) ?? []), each]);
  }
  return groups;
}

/** Takes the snapshots of one project. False if some have to be tried again later. */
export async function runRequestsOf(
  ctx: RunningDeps,
  requests: readonly RequestInQueue[],
  signal: AbortSignal | undefined,
): Promise<boolean> {
  // Somebody may have taken some since the queue was read.
  const waiting = requests.filter(({ file }) => existsSync(file.path));
  for (const { file, request } of withoutSuperseded(waiting)) {
    if (signal?.aborted) return false;
    const next = findNext(waiting, request, file);
    const taken = await trySnapshot(ctx, { ...request, happenedAt: happenedAt(request, file), next });
    if (taken === null) return false;
    if (taken) await recordSeenChanges(ctx, request, taken);
    removeQueued(file);
  }
  return true;
}

const BOUNDS: ReadonlySet<SnapshotMoment> = new Set(["prompt", "turn_end", "session_end"]);

function findNext(
  waiting: readonly RequestInQueue[],
  { session, worktree }: SnapshotRequest,
  file: QueuedFile,
) {
  const later = waiting.slice(waiting.findIndex((each) => each.file === file) + 1);
  const found = later.find(
    ({ request }) =>
      request.session === session && request.worktree === worktree && BOUNDS.has(request.moment),
  );
  if (!found) return undefined;
  const at = happenedAt(found.request, found.file);
  return at === undefined ? undefined : { moment: found.request.moment, happenedAt: at };
}

/**
 * When the event of a request happened, by the clock of the file system. That of the event may be another one, so it is
 * the later of two estimates. Undefined if it is not known.
 */
function happenedAt({ at, waited }: SnapshotRequest, { queuedAt }: QueuedFile): number | undefined {
  if (queuedAt === 0) return undefined;
  return waited === undefined ? queuedAt : Math.min(queuedAt, Math.max(at, queuedAt - waited));
}

function readRequests(ctx: Pick<Context, "paths">): RequestInQueue[] {
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
      !request.resumes &&
      queued.slice(index + 1).some(({ request: later }) => later.worktree === request.worktree);
    if (isSuperseded) removeQueued(file);
    return !isSuperseded;
  });
}
