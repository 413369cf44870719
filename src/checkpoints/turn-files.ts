import * as z from "zod";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { SnapshotStore, TreeDifference } from "../kernel/ports/snapshots.ts";
import type { Checkpoint } from "../kernel/record.ts";
import type { Snapshot, Turn } from "../kernel/snapshot.ts";
import { comparePermissions, withoutAccompanying } from "./permission-changes.ts";

/** How much the turn of a checkpoint changed, by tools, through the shell or otherwise. */
export const TurnFiles = z.object({
  turn: z.number(),
  files: z.number(),
  /** Numbers of lines; those of binary files do not count. */
  added: z.number(),
  removed: z.number(),
  /** With its prompt, files had gone back to before this turn, by the agent's own rewind or by hand. */
  wentBackTo: z.number().nullable(),
});
export type TurnFiles = z.infer<typeof TurnFiles>;

const MAX_WORKTREES = 5;

/** By the id of each checkpoint whose turn changed files, or began when files had gone back. Snapshots that cannot be read add nothing. */
export async function readTurnFiles(
  { snapshots, workspace }: Pick<Context, "snapshots" | "workspace">,
  checkpoints: readonly Checkpoint[],
): Promise<Map<string, TurnFiles>> {
  const found = new Map<string, TurnFiles>();
  const worktrees = [...new Set(checkpoints.map(({ worktree }) => worktree))].slice(0, MAX_WORKTREES);
  for (const worktree of worktrees) {
    const own = checkpoints.filter((checkpoint) => checkpoint.worktree === worktree);
    const place = { ...(await workspace.locate(worktree)), worktree };
    try {
      const read = await snapshots.read(place, (store) => readIn(store, own));
      for (const [id, files] of read ?? []) found.set(id, files);
    } catch (error) {
      // The checkpoints themselves can still be shown.
      if (!(error instanceof HoldfastError)) throw error;
    }
  }
  return found;
}

async function readIn(
  store: SnapshotStore,
  checkpoints: readonly Checkpoint[],
): Promise<[string, TurnFiles][]> {
  const timeline = await store.list();
  const turns = checkpoints.flatMap((checkpoint) => {
    const turn = turnOf(checkpoint, timeline);
    return turn ? [{ id: checkpoint.id, turn, wentBackTo: findRewind(timeline, turn) }] : [];
  });
  const spans = turns.flatMap(({ id, turn }) => {
    const span = findSpan(timeline, turn);
    return span ? [{ id, ...span }] : [];
  });
  const differences = await compareSpans(store, spans);
  return turns.flatMap(({ id, turn: { turn }, wentBackTo }) => {
    const { changes, lines } = differences.get(id) ?? NO_DIFFERENCE;
    const isShown = changes.length > 0 || wentBackTo !== null;
    return isShown ? [[id, { turn, files: changes.length, ...sumLines(lines), wentBackTo }]] : [];
  });
}

const NO_DIFFERENCE: TreeDifference = { changes: [], lines: new Map() };

interface Span {
  id: string;
  from: Snapshot;
  to: Snapshot;
}

/** What differs in each span, files of which only the permissions changed included. */
async function compareSpans(
  store: SnapshotStore,
  spans: readonly Span[],
): Promise<Map<string, TreeDifference>> {
  const compared = await store.comparePairs(spans.map(({ from, to }) => ({ from: from.tree, to: to.tree })));
  const differences = new Map<string, TreeDifference>();
  for (const [index, { id, from, to }] of spans.entries()) {
    const { changes, lines } = compared[index] ?? NO_DIFFERENCE;
    const [permissions = []] = await comparePermissions(store, [from, to]);
    differences.set(id, { changes: withoutAccompanying([...changes, ...permissions]), lines });
  }
  return differences;
}

function findRewind(timeline: readonly Snapshot[], asked: Turn): number | null {
  const isOwn = ({ session, turn }: Snapshot) => session === asked.session && turn === asked.turn;
  return timeline.find((each) => each.wentBackTo !== null && isOwn(each))?.wentBackTo ?? null;
}

/** The number of a checkpoint's turn: its step, unless a person saved it. */
function turnOf(
  { id, kind, sessionId, stepNumber }: Checkpoint,
  timeline: readonly Snapshot[],
): Turn | undefined {
  if (sessionId === null) return undefined;
  const turn = kind === "digest" ? stepNumber : timeline.find(({ checkpoint }) => checkpoint === id)?.turn;
  return typeof turn === "number" ? { session: sessionId, turn } : undefined;
}

/** The snapshots before the first and after the last change of a turn. */
function findSpan(timeline: readonly Snapshot[], { session, turn }: Turn): Omit<Span, "id"> | undefined {
  const isOwn = ({ turns }: Snapshot) => turns.some((each) => each.session === session && each.turn === turn);
  const from = timeline[timeline.findIndex(isOwn) - 1];
  const to = timeline.findLast(isOwn);
  if (!from || !to) return undefined;
  return from.tree === to.tree && from.permissions === to.permissions ? undefined : { from, to };
}

function sumLines(lines: TreeDifference["lines"]): Pick<TurnFiles, "added" | "removed"> {
  const counts = [...lines.values()];
  return {
    added: counts.reduce((sum, { added }) => sum + added, 0),
    removed: counts.reduce((sum, { removed }) => sum + removed, 0),
  };
}
