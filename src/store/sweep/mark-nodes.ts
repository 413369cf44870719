import type { Kysely } from "kysely";
import { HoldfastError } from "../../kernel/errors.ts";
import { selectNodeIds, selectNodes } from "../tables/node-table.ts";
import type { Tables } from "../tables/schema.ts";
import type { Traits } from "../traits.ts";
import { createRowSet, type RowSet } from "./row-set.ts";

/** The keys that a node refers to. Throws `state_corrupt` if the node cannot be read. */
export type ChildKeys = (bytes: Uint8Array) => string[];

const BATCH = 400;
/** The fixed cost of a step, counted in nodes: in a deep, thin tree, each step finds only one node. */
const STEP = 20;
const DAMAGED_NAMED = 100;

/**
 * The nodes reachable from all checkpoints up to `seq`, except through the nodes of the `frontier`. Holds between any
 * two steps, so that a failed slice can continue.
 */
export interface Marks {
  reachable: RowSet;
  frontier: string[];
  seq: number;
  damaged: Set<string>;
}

export interface MarkInput {
  traits: Traits;
  childKeys: ChildKeys;
  marks: Marks;
}

export function noMarks(): Marks {
  return { reachable: createRowSet(), frontier: [], seq: 0, damaged: new Set() };
}

/**
 * Marks the nodes reachable from checkpoints up to `until`. Returns false if it stopped at its limit; the next call
 * continues.
 */
export async function markNodes(
  db: Kysely<Tables>,
  marking: MarkInput,
  { until, atMost }: { until: number; atMost: number },
): Promise<boolean> {
  const { marks } = marking;
  for (let spent = 0; spent < atMost; spent += STEP) {
    const isFollowing = marks.frontier.length > 0;
    const nodes = isFollowing ? await followFrontier(db, marking) : await takeRoots(db, marking, until);
    if (!isFollowing && nodes === 0) return true;
    spent += nodes;
  }
  return false;
}

/** Returns the number of roots: 0 if there are no more checkpoints up to `until`. */
async function takeRoots(db: Kysely<Tables>, { traits, marks }: MarkInput, until: number): Promise<number> {
  const rows = await db
    .selectFrom("checkpoints")
    .select(["seq", "stateRoot"])
    .where("seq", ">", marks.seq)
    .where("seq", "<=", until)
    .orderBy("seq")
    .limit(BATCH)
    .execute();
  const last = rows.at(-1);
  if (!last) return 0;
  const roots = rows.map(({ stateRoot }) => stateRoot);
  addToFrontier(await selectNodeIds(db, traits, roots), marks);
  marks.seq = last.seq;
  return rows.length;
}

async function followFrontier(db: Kysely<Tables>, { traits, childKeys, marks }: MarkInput): Promise<number> {
  // From the end: depth-first search keeps the frontier short.
  const batch = marks.frontier.slice(-BATCH);
  const nodes = await selectNodes(db, traits, batch);
  const children = [...nodes].flatMap((node) => childrenOf(node, childKeys, marks));
  const ids = await selectNodeIds(db, traits, children);
  marks.frontier.length -= batch.length;
  addToFrontier(ids, marks);
  return batch.length;
}

function addToFrontier(ids: ReadonlyMap<string, number>, { reachable, frontier }: Marks): void {
  for (const [key, id] of ids) {
    if (reachable.has(id)) continue;
    reachable.add(id);
    frontier.push(key);
  }
}

/** The children of a damaged node cannot be loaded through it. One damaged node must not block all sweeps. */
function childrenOf(
  [key, bytes]: readonly [string, Uint8Array],
  childKeys: ChildKeys,
  { damaged }: Marks,
): string[] {
  try {
    return childKeys(bytes);
  } catch (error) {
    if (!(error instanceof HoldfastError) || error.code !== "state_corrupt") throw error;
    if (damaged.size < DAMAGED_NAMED) damaged.add(key);
    return [];
  }
}
