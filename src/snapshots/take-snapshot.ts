import { statInside } from "../files/raw-path.ts";
import type { CapturedFiles, FileChange, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { SnapshotMoment, SnapshotRequest, TimedRequest, Turn } from "../kernel/snapshot.ts";
import { allSessions } from "../sessions/all-sessions.ts";
import { findOwnRewind } from "./find-own-rewind.ts";
import { type Share, shareOf } from "./last-change.ts";
import { findMadeLater, saveApart } from "./made-later.ts";
import { finishRestore } from "./restore/finish-restore.ts";
import { type CapturingDeps, describeRequest, type Over, saveCaptured } from "./save-captured.ts";
import { findMadeBefore, type PromptCapture, saveMadeBefore } from "./split-prompt.ts";
import { findOwnDeath, findStopBefore, findStoppedTurns, isDead, shareAfter } from "./stopped-turns.ts";
import { readWorktreeState, type WorktreeState, writeWorktreeState } from "./worktree-state.ts";

/** With other events, the agent goes on, or the turn has an end of its own. */
const MAY_FOLLOW_STOP: ReadonlySet<SnapshotMoment> = new Set([
  "session_start",
  "prompt",
  "pre_compact",
  "session_end",
  "save",
]);

/** Until then, nobody has stopped an agent and changed a file. */
const LATE_MS = 1_000;

/** A snapshot, and everything that was captured for it. */
export type TakenFiles = Awaited<ReturnType<typeof saveCaptured>> & {
  captured: CapturedFiles;
  /** What has changed since the snapshot before. Nothing if there was none. */
  changes: readonly FileChange[];
};

/** Captures the files of a worktree. The result is the newest snapshot, which may be an earlier one. */
export async function takeSnapshot(
  ctx: CapturingDeps,
  store: SnapshotStore,
  request: TimedRequest,
): Promise<TakenFiles> {
  await finishRestore(ctx, store, request);
  await endStopped(ctx, store, request);
  if (request.moment === "before_risk") await saveEarlier(ctx, store, request);
  const began = ctx.clock();
  const captured = await store.capture();
  const before = readWorktreeState(store);
  const all = await changesSince(store, before.latest, captured);
  const timed = all.length > 0 ? await addTimes(ctx, request) : request;
  const later = new Set(findMadeLater(store, timed, { changes: all, running: before.running }));
  const found = all.filter((change) => !later.has(change));
  const known = { request, began, captured, state: before, canSplit: later.size === 0 };
  const { own, changes, after } = await splitAtPrompt(ctx, store, known, found);
  const state = readWorktreeState(store);
  const over = await findOver(ctx, store, { request, state }, changes);
  const isAlone = own === "all" && (await isAloneSince(ctx, store, { request, changes }));
  const input = { request: timed, began: Math.max(began, after), captured, state, own, isAlone, over };
  if (later.size > 0) return await saveApart(ctx, store, input, changes);
  const { tree } = captured;
  const wentBackTo =
    own === undefined || own === "none" ? await findOwnRewind(store, { request, changes, tree }) : null;
  return { ...(await saveCaptured(ctx, store, { ...input, wentBackTo })), captured, changes };
}

/** Which running turns have stopped, and how many of the changes were made after that. */
async function findOver(
  ctx: CapturingDeps,
  store: SnapshotStore,
  { request, state }: { request: TimedRequest; state: WorktreeState },
  changes: readonly FileChange[],
): Promise<Over> {
  // What an agent reports shows that it was alive then. That a person saves shows nothing.
  const isReported = ({ session }: Turn) => session === request.session && request.moment !== "save";
  const running = state.running.filter((turn) => !isReported(turn));
  const stopped = await findStoppedTurns(ctx, { ...state, running });
  return { turns: stopped.turns, later: shareAfter(stopped, store, changes) };
}

/** What happened to the agent between the event and its capture. */
async function addTimes(ctx: CapturingDeps, request: TimedRequest): Promise<TimedRequest> {
  const diedAt = await findOwnDeath(ctx, request);
  const { session, at, happenedAt, next } = request;
  const isLate = session !== null && happenedAt !== undefined && ctx.clock() - at > LATE_MS;
  const stop = isLate && next === undefined ? await findStopBefore(ctx, session, ctx.clock()) : undefined;
  if (!stop || happenedAt === undefined || stop.stoppedAt < at) return { ...request, diedAt };
  return {
    ...request,
    diedAt,
    next: { moment: "turn_end", happenedAt: happenedAt + (stop.stoppedAt - at) },
  };
}

/** What was changed after a turn was stopped, and before this event, is no work of it. */
async function endStopped(ctx: CapturingDeps, store: SnapshotStore, request: TimedRequest): Promise<void> {
  const { moment, session, at, happenedAt = at } = request;
  for (const turn of readWorktreeState(store).running) {
    if (turn.session === session && !mayFollowStop(request)) continue;
    const stop = await findStopBefore(ctx, turn.session, at);
    if (!stop) continue;
    const { worktree, gitHead, gitBranch } = request;
    await takeSnapshot(ctx, store, {
      worktree,
      gitHead,
      gitBranch,
      moment: "turn_end",
      session: turn.session,
      turn: turn.turn,
      agent: stop.agent,
      checkpoint: null,
      name: null,
      at: stop.stoppedAt,
      happenedAt: happenedAt - (at - stop.stoppedAt),
      next: { moment, happenedAt },
    });
  }
}

/** Subagents and tasks in the background may go on when the person has stopped the agent itself. */
function mayFollowStop({ moment, bySubagent = false, resumes = false }: TimedRequest): boolean {
  return MAY_FOLLOW_STOP.has(moment) || bySubagent || resumes;
}

async function changesSince(
  store: SnapshotStore,
  latest: WorktreeState["latest"],
  { tree }: CapturedFiles,
): Promise<readonly FileChange[]> {
  if (!latest || latest.tree === tree) return [];
  try {
    const [changes = []] = await store.compare([latest.tree, tree]);
    return changes;
  } catch {
    // The snapshot before is damaged, so nobody knows what changed since. Its objects must not keep new ones from being stored.
    await store.repair();
    return [];
  }
}

/** A file that is new to us may be the person's, which the agent only touched. One that was captured under another name is not. */
function existedBefore(
  { worktree }: SnapshotStore,
  { happenedAt = 0 }: TimedRequest,
  changes: readonly FileChange[],
): boolean {
  const gone = new Set(changes.flatMap(({ before, after }) => (before && !after ? [before.blob] : [])));
  return changes.some(({ path, before, after }) => {
    if (after !== null && gone.has(after.blob)) return false;
    const { birthtimeMs = happenedAt } = (before === null && statInside(worktree, path)) || {};
    return birthtimeMs < happenedAt;
  });
}

interface Split {
  /** How many of the changes the turn made; undefined if this is no prompt. */
  own: Share | undefined;
  changes: readonly FileChange[];
  /** When its snapshot can be taken. */
  after: number;
}

/** An agent may begin to change files before those of its prompt are captured. Then what was changed earlier is saved first. */
async function splitAtPrompt(
  ctx: CapturingDeps,
  store: SnapshotStore,
  known: PromptCapture & { canSplit: boolean },
  changes: readonly FileChange[],
): Promise<Split> {
  const { moment, resumes, happenedAt } = known.request;
  if ((moment !== "prompt" && !resumes) || happenedAt === undefined || changes.length === 0)
    return { own: undefined, changes, after: 0 };
  const earlier = new Set(findMadeBefore(store, happenedAt, changes));
  const own = shareOf(changes, (change) => !earlier.has(change));
  if (own !== "some" || !known.canSplit) return { own, changes, after: 0 };
  const over = await findOver(ctx, store, known, [...earlier]);
  const savedAt = await saveMadeBefore(ctx, store, { ...known, over }, [...earlier]);
  return { own: "all", changes: changes.filter((change) => !earlier.has(change)), after: savedAt + 1 };
}

/** The files before a destructive command are those of the newest snapshot, since every change of the turn made one. */
async function saveEarlier(
  ctx: CapturingDeps,
  store: SnapshotStore,
  request: SnapshotRequest,
): Promise<void> {
  const state: WorktreeState = readWorktreeState(store);
  const earlier = (await store.list()).find(({ id }) => id === state.latest?.id);
  const { latest } = state;
  if (!earlier || !latest) return;
  const snapshot = {
    ...earlier,
    ...describeRequest(request),
    id: ctx.newId("snp"),
    // The files are those of then: what the command made is newer.
    createdAt: earlier.createdAt + 1,
    completedAt: undefined,
    previous: earlier.id,
    previousUntil: latest.sameUntil,
    turns: [],
    wentBackTo: null,
  };
  await store.save(snapshot);
  writeWorktreeState(store, { ...state, latest: { ...latest, id: snapshot.id, tree: snapshot.tree } });
}

/** Whether these changes are the session's own: no other one can have had a turn here since, and none of them is older. */
async function isAloneSince(
  ctx: CapturingDeps,
  store: SnapshotStore,
  { request, changes }: { request: TimedRequest; changes: readonly FileChange[] },
): Promise<boolean> {
  if (existedBefore(store, request, changes)) return false;
  const { worktree, session, at } = request;
  for await (const other of allSessions(ctx.store, { worktree }))
    if (other.id !== session && (other.lastSeenAt >= at || !isDead(ctx, other))) return false;
  return true;
}
