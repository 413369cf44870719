import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { Project, Session } from "../kernel/record.ts";
import type { Snapshot, Turn } from "../kernel/snapshot.ts";
import { readChangesBy, type SpanChanges } from "../snapshots/change-spans.ts";

/** Whose changes to read, and whether with the changed lines. */
interface ChangesInput {
  /** Whether each turn has its own changes. Otherwise each session as a whole. */
  turns: boolean;
  patch: boolean;
}

/** What a session or a turn changed. */
export type FileChanges = SpanChanges & {
  patch: string | null;
  /** With the prompt of this turn, files had gone back to before another one. See `Snapshot`. */
  wentBackTo: number | null;
};

/** The key of a session in the result, or of one of its turns. */
export function changesKey({ session, turn }: Turn, turns: boolean): string {
  return turns ? `${session} ${turn}` : session;
}

/**
 * Reads from the snapshots what these sessions changed, one worktree after the other. A worktree without snapshots adds
 * nothing.
 */
export async function readFileChanges(
  ctx: Pick<Context, "snapshots" | "redactor">,
  sessions: readonly Session[],
  { projects, wanted }: { projects: ReadonlyMap<string, Project>; wanted: ChangesInput },
): Promise<Map<string, FileChanges>> {
  const places = new Map(
    sessions.map(({ worktree, projectId }) => [
      worktree,
      { worktree, projectRoot: projects.get(projectId)?.root ?? worktree },
    ]),
  );
  const ids = new Set(sessions.map(({ id }) => id));
  const changes = new Map<string, FileChanges>();
  for (const place of places.values()) {
    const read = await readPlace(() =>
      ctx.snapshots.read(place, async (store) => {
        const timeline = await store.list();
        return await readTimeline(ctx, store, { timeline, ids, wanted });
      }),
    );
    for (const [key, change] of read ?? []) changes.set(key, change);
  }
  return changes;
}

/** The rest of the log can still be shown if a worktree's snapshots cannot be read. */
async function readPlace<T>(read: () => Promise<T>): Promise<T | undefined> {
  try {
    return await read();
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error;
    return undefined;
  }
}

const MAX_PATCH = 60_000;

async function readTimeline(
  { redactor }: Pick<Context, "redactor">,
  store: SnapshotStore,
  {
    timeline,
    ids,
    wanted,
  }: { timeline: readonly Snapshot[]; ids: ReadonlySet<string>; wanted: ChangesInput },
): Promise<Map<string, FileChanges>> {
  const found = await readChangesBy(store, timeline, (turn) =>
    ids.has(turn.session) ? changesKey(turn, wanted.turns) : undefined,
  );
  const changes = new Map<string, FileChanges>();
  const rewinds = wanted.turns ? findRewinds(timeline, ids) : new Map<string, number>();
  for (const key of rewinds.keys()) if (!found.has(key)) found.set(key, NO_CHANGES);
  let room = 4 * MAX_PATCH;
  for (const [key, change] of found) {
    const patch = wanted.patch ? await readPatch(store, change, Math.min(room, MAX_PATCH)) : null;
    room -= patch?.length ?? 0;
    const wentBackTo = rewinds.get(key) ?? null;
    changes.set(key, { ...change, wentBackTo, patch: patch === null ? null : redactor.text(patch) });
  }
  return changes;
}

const NO_CHANGES: SpanChanges = { changes: [], lines: new Map(), shared: false, spans: [] };

function findRewinds(timeline: readonly Snapshot[], ids: ReadonlySet<string>): Map<string, number> {
  return new Map(
    timeline.flatMap(({ session, turn, wentBackTo }) =>
      session === null || !ids.has(session) || turn === null || wentBackTo === null
        ? []
        : [[changesKey({ session, turn }, true), wentBackTo] as const],
    ),
  );
}

async function readPatch(store: SnapshotStore, { spans }: SpanChanges, limit: number): Promise<string> {
  let patch = "";
  for (const { from, to } of spans) {
    if (patch.length >= limit) break;
    patch += await store.patch(from, to, limit - patch.length);
  }
  return patch;
}
