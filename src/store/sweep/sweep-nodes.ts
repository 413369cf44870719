import { type Kysely, sql } from "kysely";
import type { SweepResult } from "../../kernel/storage/maintenance-storage.ts";
import { selectEpoch } from "../tables/event-table.ts";
import type { Tables } from "../tables/schema.ts";
import type { Traits } from "../traits.ts";
import { type ChildKeys, type MarkInput, markNodes, noMarks } from "./mark-nodes.ts";

/** Nodes visited without a lock before other work continues. */
const MARKED_FREELY = 1_000;
/** Nodes visited under the lock that saves wait for. */
const MARKED_LOCKED = 500;

interface Sweep extends MarkInput {
  /** Nodes are visited by row id, starting after the cursor. */
  cursor: number;
  /** The marks are only valid in this epoch. */
  epoch: number | undefined;
}

/**
 * Mark and sweep, in slices, while other processes save and sweep. Most marking needs no lock. Deleting happens in a
 * transaction that is the only writer of checkpoints. It first marks what was saved since, because such a save may
 * reuse an old node. If that is too much, deletion waits for the next call. If another process has deleted nodes,
 * marking starts again: a child of a marked node may have been deleted and stored again as an unmarked row.
 */
export function createSweeper(traits: Traits, childKeys: ChildKeys) {
  const begin = (): Sweep => ({ traits, childKeys, marks: noMarks(), cursor: 0, epoch: undefined });
  let sweep = begin();
  let last: Promise<unknown> = Promise.resolve();
  const slice = async (db: Kysely<Tables>, maxNodes: number): Promise<SweepResult> => {
    const { until, epoch } = await asOnlyWriter(db, sweep, async (transaction) => ({
      until: await newestSeq(transaction),
      epoch: await selectEpoch(transaction),
    }));
    if (sweep.epoch !== epoch) sweep = { ...begin(), epoch };
    const result = await sweepSlice(db, sweep, { until, maxNodes: Math.max(1, maxNodes) });
    const damaged = [...sweep.marks.damaged];
    if (result.done) sweep = begin();
    return { ...result, damaged };
  };
  return (db: Kysely<Tables>, maxNodes: number): Promise<SweepResult> => {
    // One at a time: two would share marks whose children have not been read yet.
    const next = last.then(() => slice(db, maxNodes));
    last = next.catch(() => {});
    return next;
  };
}

type Slice = Omit<SweepResult, "damaged">;

const NOTHING_YET: Slice = { nodes: 0, bytes: 0, done: false };

async function sweepSlice(
  db: Kysely<Tables>,
  sweep: Sweep,
  { until, maxNodes }: { until: number; maxNodes: number },
): Promise<Slice> {
  if (!(await markNodes(db, sweep, { until, atMost: MARKED_FREELY }))) return NOTHING_YET;
  const deleted = await asOnlyWriter(db, sweep, async (transaction) => {
    if ((await selectEpoch(transaction)) !== sweep.epoch) return undefined;
    const bounds = { until: Number.MAX_SAFE_INTEGER, atMost: MARKED_LOCKED };
    if (!(await markNodes(transaction, sweep, bounds))) return undefined;
    return await deleteSlice(transaction, sweep, maxNodes);
  });
  if (!deleted) return NOTHING_YET;
  const { cursor, epoch, ...slice } = deleted;
  Object.assign(sweep, { cursor, epoch }); // after the commit, so that a rolled-back slice is repeated
  return slice;
}

/** Runs as the only writer of checkpoints: all lower values of `seq` are committed by then. */
async function asOnlyWriter<T>(
  db: Kysely<Tables>,
  { traits }: Sweep,
  work: (transaction: Kysely<Tables>) => Promise<T>,
): Promise<T> {
  return await db.transaction().execute(async (transaction) => {
    for (const statement of traits.lockCheckpoints) await sql.raw(statement).execute(transaction);
    return await work(transaction);
  });
}

async function newestSeq(db: Kysely<Tables>): Promise<number> {
  const row = await db
    .selectFrom("checkpoints")
    .select(({ fn }) => fn.max("seq").as("seq"))
    .executeTakeFirst();
  return Number(row?.seq ?? 0);
}

async function deleteSlice(db: Kysely<Tables>, { marks, cursor }: Sweep, maxNodes: number) {
  const rows = await db
    .selectFrom("nodes")
    .select(["id", sql<number>`length(bytes)`.as("size")])
    .where("id", ">", cursor)
    .orderBy("id")
    .limit(maxNodes)
    .execute();
  const garbage = rows.filter(({ id }) => !marks.reachable.has(id));
  await deleteNodes(
    db,
    garbage.map(({ id }) => id),
  );
  return {
    nodes: garbage.length,
    bytes: garbage.reduce((sum, { size }) => sum + Number(size), 0),
    done: rows.length < maxNodes,
    cursor: rows.at(-1)?.id ?? cursor,
    epoch: await selectEpoch(db),
  };
}

const DELETED_AT_ONCE = 400;

async function deleteNodes(db: Kysely<Tables>, ids: readonly number[]): Promise<void> {
  for (let at = 0; at < ids.length; at += DELETED_AT_ONCE) {
    await db
      .deleteFrom("nodes")
      .where("id", "in", ids.slice(at, at + DELETED_AT_ONCE))
      .execute();
  }
  if (ids.length === 0) return;
  await db
    .updateTable("sweeps")
    .set(({ eb }) => ({ epoch: eb("epoch", "+", 1) }))
    .execute();
}
