import { type Kysely, sql } from "kysely";
import { HoldfastError } from "../kernel/errors.ts";
import type { SweepResult } from "../kernel/store.ts";
import { hex, selectNodes } from "./node-table.ts";
import type { Tables } from "./schema.ts";
import type { Traits } from "./traits.ts";

export type ChildKeys = (bytes: Uint8Array) => string[];

const BATCH = 400;

/** Nodes read between two looks at what else is to be done. */
const MARKED_AT_ONCE = 2_000;
const DAMAGED_NAMED = 100;

/** What a sweep has learned so far: everything reachable from the checkpoints up to `seq`, but for what `frontier` leads to. */
interface Marks {
  reachable: Set<string>;
  frontier: string[];
  seq: number;
  damaged: Set<string>;
  /** Nodes are visited in the order of their row ids. */
  cursor: number;
}

interface Sweep {
  traits: Traits;
  childKeys: ChildKeys;
  state: Marks;
}

/**
 * Mark and sweep beside concurrent saves, a slice at a call. Marking reads, and holds no lock. Deleting is one
 * transaction that is the only writer of checkpoints: it first marks what was saved since, so that a save which took up an
 * old node keeps it, and no save can be overlooked.
 */
export function createSweeper(traits: Traits, childKeys: ChildKeys) {
  let marks: Marks | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const sweep = async (db: Kysely<Tables>, maxNodes: number): Promise<SweepResult> => {
    const state = marks ?? { reachable: new Set(), frontier: [], seq: 0, damaged: new Set(), cursor: 0 };
    // Kept only when the slice succeeded: half a mark would count as a whole one.
    marks = undefined;
    const result = await sweepSlice(db, { traits, childKeys, state }, maxNodes);
    if (!result.done) marks = state;
    return { ...result, damaged: [...state.damaged] };
  };
  return (db: Kysely<Tables>, maxNodes: number): Promise<SweepResult> => {
    // One at a time: two would share marks whose children are not read yet.
    const next = last.then(() => sweep(db, maxNodes));
    last = next.catch(() => {});
    return next;
  };
}

type Slice = Omit<SweepResult, "damaged">;

async function sweepSlice(db: Kysely<Tables>, sweep: Sweep, maxNodes: number): Promise<Slice> {
  const until = await alone(db, sweep, newestSeq);
  if (!(await mark(db, sweep, { until, atMost: MARKED_AT_ONCE }))) return { nodes: 0, bytes: 0, done: false };
  return await alone(db, sweep, async (transaction) => {
    await mark(transaction, sweep, { until: Number.MAX_SAFE_INTEGER, atMost: Number.POSITIVE_INFINITY });
    return await deleteSlice(transaction, sweep.state, maxNodes);
  });
}

/** As the only writer of checkpoints: whatever has a lower `seq` is committed by then. */
async function alone<T>(
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

/** False when it stopped at its bound; the next call goes on from there. */
async function mark(
  db: Kysely<Tables>,
  { traits, childKeys, state }: Sweep,
  { until, atMost }: { until: number; atMost: number },
): Promise<boolean> {
  for (let read = 0; ; ) {
    while (state.frontier.length > 0) {
      if (read >= atMost) return false;
      const batch = state.frontier.splice(0, BATCH);
      const nodes = await selectNodes(db, traits, batch);
      read += batch.length;
      const children = [...nodes].flatMap(([key, bytes]) => childrenOf(key, bytes, { childKeys, state }));
      state.frontier.push(...unmarked(children, state));
    }
    const rows = await db
      .selectFrom("checkpoints")
      .select(["seq", "stateRoot"])
      .where("seq", ">", state.seq)
      .where("seq", "<=", until)
      .orderBy("seq")
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (!last) return true;
    state.frontier = unmarked(
      rows.map(({ stateRoot }) => stateRoot),
      state,
    );
    state.seq = last.seq;
  }
}

/** What a damaged node led to cannot be loaded through it any more; one damaged node must not stop the sweep for ever. */
function childrenOf(key: string, bytes: Uint8Array, { childKeys, state }: Omit<Sweep, "traits">): string[] {
  try {
    return childKeys(bytes);
  } catch (error) {
    if (!(error instanceof HoldfastError) || error.code !== "state_corrupt") throw error;
    if (state.damaged.size < DAMAGED_NAMED) state.damaged.add(key);
    return [];
  }
}

/** Marks the keys and returns those that were not marked before. */
function unmarked(keys: readonly string[], { reachable }: Marks): string[] {
  const fresh = [...new Set(keys)].filter((key) => !reachable.has(key));
  for (const key of fresh) reachable.add(key);
  return fresh;
}

async function deleteSlice(db: Kysely<Tables>, state: Marks, maxNodes: number): Promise<Slice> {
  const rows = await db
    .selectFrom("nodes")
    .select(["id", "key", sql<number>`length(bytes)`.as("size")])
    .where("id", ">", state.cursor)
    .orderBy("id")
    .limit(Math.max(1, maxNodes))
    .execute();
  const garbage = rows.filter(({ key }) => !state.reachable.has(hex(key)));
  for (let at = 0; at < garbage.length; at += BATCH) {
    const ids = garbage.slice(at, at + BATCH).map(({ id }) => id);
    await db.deleteFrom("nodes").where("id", "in", ids).execute();
  }
  if (garbage.length > 0) {
    await db
      .updateTable("sweeps")
      .set(({ eb }) => ({ epoch: eb("epoch", "+", 1) }))
      .execute();
  }
  state.cursor = rows.at(-1)?.id ?? state.cursor;
  const bytes = garbage.reduce((sum, { size }) => sum + Number(size), 0);
  return { nodes: garbage.length, bytes, done: rows.length < Math.max(1, maxNodes) };
}
