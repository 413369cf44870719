import type { Identity, Time } from "../kernel/context.ts";
import type { CapturedFiles, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { Snapshot, SnapshotMoment, SnapshotRequest } from "../kernel/snapshot.ts";
import { finishRestore } from "./restore/finish-restore.ts";
import { followTurns } from "./running-turns.ts";
import { readWorktreeState, type WorktreeState, writeWorktreeState } from "./worktree-state.ts";

/** Moments that are of no interest if the files are still the same. */
const ONLY_CHANGES: ReadonlySet<SnapshotMoment> = new Set([
  "session_start",
  "prompt",
  "during_turn",
  "turn_end",
  "restored",
]);

export type TakingDeps = Pick<Identity, "newId"> & Pick<Time, "clock">;

/** Captures the files of a worktree. The result is the newest snapshot, which may be an earlier one. */
export async function takeSnapshot(
  ctx: TakingDeps,
  store: SnapshotStore,
  request: SnapshotRequest,
): Promise<{ id: string; tree: string; taken: Snapshot | null }> {
  if (await finishRestore(store)) await captureAndSave(ctx, store, { ...request, ...AFTER_RESTORE });
  const state = readWorktreeState(store);
  if (request.moment === "before_risk") await saveEarlier(ctx, store, { request, state });
  return await captureAndSave(ctx, store, request);
}

/** What a restore did is no change of the session at whose event it is captured. */
const AFTER_RESTORE = {
  moment: "restored",
  session: null,
  turn: null,
  checkpoint: null,
  name: null,
} as const;

async function captureAndSave(ctx: TakingDeps, store: SnapshotStore, request: SnapshotRequest) {
  const captured = await store.capture();
  return await saveCaptured(ctx, store, { request, captured, state: readWorktreeState(store) });
}

interface Taking {
  request: SnapshotRequest;
  state: WorktreeState;
}

async function saveCaptured(
  ctx: TakingDeps,
  store: SnapshotStore,
  { request, state, captured }: Taking & { captured: CapturedFiles },
) {
  const { moment, session, turn, at } = request;
  const now = ctx.clock();
  const current = session === null || turn === null ? undefined : { session, turn };
  const { turns, running } = followTurns(state.running, { moment, turn: current, at, now });
  const { latest } = state;
  if (latest?.tree === captured.tree && ONLY_CHANGES.has(moment)) {
    writeWorktreeState(store, { latest, running });
    return { ...latest, taken: null };
  }
  // The command has already run when its event arrives: these are the files after it.
  const made =
    moment === "before_risk" ? { ...request, moment: "during_turn" as const, checkpoint: null } : request;
  const snapshot = {
    ...describe(made),
    ...captured,
    id: ctx.newId("snp"),
    createdAt: now,
    previous: latest?.id ?? null,
    turns,
  };
  await store.save(snapshot);
  writeWorktreeState(store, { latest: { id: snapshot.id, tree: snapshot.tree }, running });
  return { id: snapshot.id, tree: snapshot.tree, taken: snapshot };
}

/** The files before a destructive command are those of the newest snapshot, since every change of the turn made one. */
async function saveEarlier(ctx: TakingDeps, store: SnapshotStore, { request, state }: Taking): Promise<void> {
  const earlier = (await store.list()).find(({ id }) => id === state.latest?.id);
  if (!earlier) return;
  const snapshot = {
    ...earlier,
    ...describe(request),
    id: ctx.newId("snp"),
    createdAt: ctx.clock(),
    previous: earlier.id,
    turns: [],
  };
  await store.save(snapshot);
  writeWorktreeState(store, { ...state, latest: { id: snapshot.id, tree: snapshot.tree } });
}

function describe(request: SnapshotRequest) {
  const { moment, session, agent, turn, checkpoint, name, worktree, gitHead, gitBranch } = request;
  return { moment, session, agent, turn, checkpoint, name, worktree, gitHead, gitBranch };
}
