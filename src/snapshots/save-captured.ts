import { createHash } from "node:crypto";
import type { Identity } from "../kernel/context.ts";
import type { CapturedFiles, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { Snapshot, SnapshotMoment, SnapshotRequest, Turn } from "../kernel/snapshot.ts";
import type { Share } from "./last-change.ts";
import { followTurns, restoreTurnOf, UNKNOWN_TURN } from "./running-turns.ts";
import type { LifeDeps } from "./stopped-turns.ts";
import { type LatestSnapshot, type WorktreeState, writeWorktreeState } from "./worktree-state.ts";

/** Moments that are of no interest if the files are still the same. */
const ONLY_CHANGES: ReadonlySet<SnapshotMoment> = new Set([
  "session_start",
  "prompt",
  "during_turn",
  "turn_end",
  "restored",
]);

/** What is there then is no work of the turn that follows. */
const NO_WORK_YET: ReadonlySet<SnapshotMoment> = new Set(["session_start", "prompt"]);

export type CapturingDeps = Pick<Identity, "newId"> & LifeDeps;

/** Running turns that have stopped. */
export interface Over {
  turns: readonly Turn[];
  /** How many of the changes were made after that. */
  later: Share;
}

const NONE_OVER: Over = { turns: [], later: "none" };

export interface CaptureInput {
  request: SnapshotRequest;
  state: WorktreeState;
  captured: CapturedFiles;
  /** Before the first file was looked at. Whatever is newer is not captured, or was made later. */
  began: number;
  /** See `followTurns`. */
  own?: Share | undefined;
  isAlone?: boolean | undefined;
  over?: Over | undefined;
  /** These files are those of the time when it began, although they were looked at later. */
  isOfThen?: boolean;
  /** See `Snapshot`. */
  wentBackTo?: number | null;
  /** Of what a restore did: whose work it restored; null for everybody's. */
  restored?: readonly string[] | null;
}

/** Saves captured files as the newest snapshot, unless they are those of the one before. */
export async function saveCaptured(
  ctx: CapturingDeps,
  store: SnapshotStore,
  { request, began, state, captured, ...known }: CaptureInput,
): Promise<{ id: string; tree: string; taken: Snapshot | null }> {
  const { moment, session, turn, at } = request;
  const now = ctx.clock();
  const current = session === null || turn === null ? undefined : { session, turn };
  const { resumes, bySubagent } = request;
  const followed = followTurns(state, {
    moment,
    turn: current,
    resumes,
    bySubagent,
    at,
    now,
    own: known.own,
    isAlone: known.isAlone,
  });
  const { wentBackTo = null, restored, over, isOfThen } = known;
  const { turns, running } = withoutStopped(followed, over);
  const { ended } = followed;
  const { latest } = state;
  const rest = digestRest(captured);
  if (latest && isSame(latest, captured.tree, rest) && ONLY_CHANGES.has(moment)) {
    writeWorktreeState(store, { latest: seenAgain(latest, moment, began), running, ended });
    return { id: latest.id, tree: latest.tree, taken: null };
  }
  // The command has already run when its event arrives: these are the files after it.
  const made =
    moment === "before_risk" ? { ...request, moment: "during_turn" as const, checkpoint: null } : request;
  const snapshot = {
    ...describeRequest(made),
    ...captured,
    id: ctx.newId("snp"),
    createdAt: began,
    completedAt: isOfThen ? began : now,
    ...describePrevious(state),
    turns: restored === undefined ? attribute(turns, { session, wentBackTo }) : [restoreTurnOf(restored)],
    wentBackTo,
  };
  await store.save(snapshot);
  writeWorktreeState(store, { latest: { id: snapshot.id, tree: snapshot.tree, rest }, running, ended });
  return { id: snapshot.id, tree: snapshot.tree, taken: snapshot };
}

function describePrevious({ latest, isRecreated }: WorktreeState) {
  const known = { previous: latest?.id ?? null, previousUntil: latest?.sameUntil };
  return isRecreated ? { ...known, isRecreated } : known;
}

function isSame(latest: LatestSnapshot, tree: string, rest: string): boolean {
  return latest.tree === tree && latest.rest === rest;
}

function seenAgain(latest: LatestSnapshot, moment: SnapshotMoment, at: number): LatestSnapshot {
  return NO_WORK_YET.has(moment) ? { ...latest, sameUntil: at } : latest;
}

/** What went back is nobody's new work. */
function attribute(turns: Turn[], { session, wentBackTo }: Pick<Snapshot, "session" | "wentBackTo">): Turn[] {
  return wentBackTo === null ? turns : [restoreTurnOf(session === null ? null : [session])];
}

/** What a snapshot has besides its files: the user's index can come back too. With other ignore rules, other files are not covered. */
function digestRest({ index, permissions, directories, excludes }: CapturedFiles): string {
  return createHash("sha256")
    .update(JSON.stringify([index, permissions, directories, excludes]))
    .digest("hex");
}

/** They change nothing more, and what was changed since is not theirs. */
function withoutStopped(
  { turns, running }: { turns: Turn[]; running: Turn[] },
  over: Over = NONE_OVER,
): { turns: Turn[]; running: Turn[] } {
  const isRunning = (turn: Turn) => !over.turns.includes(turn);
  const made = {
    none: turns,
    some: [...turns, UNKNOWN_TURN],
    all: turns.filter(isRunning),
  };
  return { turns: made[over.later], running: running.filter(isRunning) };
}

/** What a snapshot keeps of its request. */
export function describeRequest(request: SnapshotRequest) {
  const { moment, session, agent, turn, checkpoint, name, worktree, gitHead, gitBranch } = request;
  const { byPerson, isArrival } = request;
  return {
    moment,
    session,
    agent,
    turn,
    checkpoint,
    name,
    worktree,
    gitHead,
    gitBranch,
    byPerson,
    isArrival,
  };
}
