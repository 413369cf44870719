import type { Context } from "../kernel/context.ts";
import type { ArrivingSnapshot, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { SessionSummary } from "../kernel/record.ts";
import type { Snapshot } from "../kernel/snapshot.ts";
import { type BundleLine, MAX_PART } from "./bundle/bundle-line.ts";
import type { Tally } from "./transfer.ts";

const MOST_EARLIER = 1_000;

type CollectDeps = Pick<Context, "snapshots" | "redactor">;

interface FilesInput {
  /** The directory of the project, whose store has the files. */
  root: string;
  sessions: readonly SessionSummary[];
}

/** The files as each session had them last, and then the content of all of them once. */
export async function* collectFiles(
  ctx: CollectDeps,
  { root, sessions }: FilesInput,
  tally: Tally,
): AsyncGenerator<BundleLine> {
  const timelines = new Map<string, readonly Snapshot[]>();
  const found = new Map<string, { snapshot: ArrivingSnapshot; worktree: string }>();
  for (const session of sessions) {
    const { worktree } = session;
    const timeline =
      timelines.get(worktree) ?? (await ctx.snapshots.read({ projectRoot: root, worktree }, listAll)) ?? [];
    timelines.set(worktree, timeline);
    const last = findLast(timeline, session);
    if (!last || found.has(last.id)) continue;
    const snapshot = { ...departing(ctx, last, session.id), after: findEarlier(timeline, last) };
    found.set(last.id, { snapshot, worktree });
  }
  const snapshots = [...found.values()].map(({ snapshot }) => snapshot);
  for (const snapshot of snapshots) yield { type: "files", snapshot };
  tally.snapshots += snapshots.length;
  // All worktrees have the commits of the project, so any of them will do.
  const [first] = found.values();
  if (first) yield* packLines(ctx.snapshots.pack({ projectRoot: root, worktree: first.worktree }, snapshots));
}

/** Oldest first; files that came from a third machine are older than what was done with them here. */
async function listAll(store: SnapshotStore): Promise<Snapshot[]> {
  return [...(await store.listImported()), ...(await store.list())];
}

/** A session that changed nothing has no snapshot of its own: then those are its files that were captured before. */
function findLast(timeline: readonly Snapshot[], { id, lastSeenAt }: SessionSummary): Snapshot | undefined {
  const isOwn = ({ session, turns }: Snapshot) => session === id || turns.some((turn) => turn.session === id);
  return timeline.findLast(isOwn) ?? timeline.findLast(({ createdAt }) => createdAt <= lastSeenAt);
}

/**
 * The snapshots of other machines that were restored as a whole before, and those before them. On the machine that took
 * one of them, nothing is lost if the later one takes its place.
 */
function findEarlier(timeline: readonly Snapshot[], last: Snapshot): string[] {
  const own = timeline.filter(({ origin, createdAt }) => !origin && createdAt <= last.createdAt);
  const restored = timeline.filter(
    ({ id, origin, tree, createdAt }) =>
      origin && (id === last.id || own.some((each) => each.tree === tree && each.createdAt >= createdAt)),
  );
  const ids = restored.flatMap(({ id, origin }) => [...(origin?.after ?? []), id]);
  return [...new Set(ids)].filter((id) => id !== last.id).slice(-MOST_EARLIER);
}

/** What means the same on any machine. */
function departing({ redactor }: CollectDeps, snapshot: Snapshot, session: string): ArrivingSnapshot {
  const { worktree: _, previous: _p, turns: _t, index: _i, origin, name, gitBranch, ...kept } = snapshot;
  return {
    ...kept,
    session,
    createdAt: origin?.createdAt ?? kept.createdAt,
    name: name === null ? null : redactor.text(name),
    gitBranch: gitBranch === null ? null : redactor.text(gitBranch),
  };
}

async function* packLines(pack: AsyncIterable<Uint8Array>): AsyncGenerator<BundleLine> {
  for await (const bytes of pack)
    for (let at = 0; at < bytes.length; at += MAX_PART)
      yield { type: "pack", part: Buffer.from(bytes.subarray(at, at + MAX_PART)).toString("base64") };
}
