import { type Kysely, sql } from "kysely";
import type { SweepResult } from "../kernel/store.ts";
import { hex, selectNodes } from "./node-table.ts";
import type { Tables } from "./schema.ts";
import type { Traits } from "./traits.ts";

export type ChildKeys = (bytes: Uint8Array) => string[];

const BATCH = 400;

/** What a sweep has learned so far: everything reachable from the checkpoints up to `seq`. */
interface Marks {
  reachable: Set<string>;
  seq: number;
  /** Nodes are visited in the order of their row ids. */
  cursor: number;
}

/**
 * Mark and sweep beside concurrent saves. Each slice is one transaction that is the only writer of checkpoints:
 * it first marks what was saved since, so a save that took up an old node keeps it, and no save can be overlooked.
 */
export function createSweeper(traits: Traits, childKeys: ChildKeys) {
  let marks: Marks | undefined;
  let last: Promise<unknown> = Promise.resolve();
  const sweep = async (db: Kysely<Tables>, maxNodes: number): Promise<SweepResult> => {
    const state = marks ?? { reachable: new Set(), seq: 0, cursor: 0 };
    // Kept only when the slice succeeded: half a mark would count as a whole one.
    marks = undefined;
    const result = await db.transaction().execute(async (transaction) => {
      for (const statement of traits.lockCheckpoints) await sql.raw(statement).execute(transaction);
      await mark(transaction, { traits, childKeys, state });
      return await deleteSlice(transaction, state, maxNodes);
    });
    if (!result.done) marks = state;
    return result;
  };
  return (db: Kysely<Tables>, maxNodes: number): Promise<SweepResult> => {
    // One at a time: two would share marks whose children are not read yet.
    const next = last.then(() => sweep(db, maxNodes));
    last = next.catch(() => {});
    return next;
  };
}

interface Marking {
  traits: Traits;
  childKeys: ChildKeys;
  state: Marks;
}

async function mark(db: Kysely<Tables>, { traits, childKeys, state }: Marking): Promise<void> {
  for (;;) {
    const rows = await db
      .selectFrom("checkpoints")
      .select(["seq", "stateRoot"])
      .where("seq", ">", state.seq)
      .orderBy("seq")
      .limit(BATCH)
      .execute();
    const last = rows.at(-1);
    if (!last) return;
    let frontier = unmarked(
      rows.map(({ stateRoot }) => stateRoot),
      state,
    );
    while (frontier.length > 0) {
      const nodes = await selectNodes(db, traits, frontier);
      frontier = unmarked([...nodes.values()].flatMap(childKeys), state);
    }
    state.seq = last.seq;
  }
}

/** Marks the keys and returns those that were not marked before. */
function unmarked(keys: readonly string[], { reachable }: Marks): string[] {
  const fresh = [...new Set(keys)].filter((key) => !reachable.has(key));
  for (const key of fresh) reachable.add(key);
  return fresh;
}

async function deleteSlice(db: Kysely<Tables>, state: Marks, maxNodes: number): Promise<SweepResult> {
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
