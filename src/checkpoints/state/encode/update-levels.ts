import { CHILD_BYTES, type Child } from "../node/inner-node.ts";
import { hashKey, isRunBoundary } from "./run-boundary.ts";
import { createSegments, type Segments, seekSegment } from "./segments.ts";

/** A node over entries, or over the runs of the level below. */
interface Run {
  key: string;
  /** Number of children on the level below. */
  size: number;
  /** Number of entries under it on the lowest level. */
  count: number;
  /** False if only the end of the sequence ended it, so that an append extends it. */
  hasEnded: boolean;
}

/** The nodes of a sequence, from the runs of its entries up to a single root. */
export type Levels = readonly (readonly Run[])[];

/** Determines where a run ends. `count` is the number of entries that the piece covers. */
export interface Piece {
  characters: number;
  hash: number;
  count: number;
}

export interface Sequence<P extends Piece> {
  length: number;
  piece: (index: number) => P;
  /** The parts known to be unchanged. */
  same: Segments;
  /** Stores a run of pieces as a node and returns its key. A run that has not ended may grow with the sequence. */
  write: (run: readonly P[], hasEnded: boolean) => string;
}

/**
 * Builds the levels of a sequence from those of the previous one: nodes over unchanged parts are reused without looking
 * inside. `writeInner` stores an inner node.
 */
export function updateLevels<P extends Piece>(
  old: Levels,
  sequence: Sequence<P>,
  writeInner: (children: readonly Child[]) => string,
): Levels {
  let level = updateLevel(old[0] ?? [], sequence);
  const levels = [level.runs];
  while (level.runs.length > 1) {
    const above = { ...over(level.runs), same: level.same, write: writeInner };
    level = updateLevel(old[levels.length] ?? [], above);
    levels.push(level.runs);
  }
  return levels;
}

/** Runs as the pieces of the level above them. */
function over(runs: readonly Run[]) {
  const piece = (i: number) => {
    const { key, count } = runs[i] ?? { key: "", count: 0 };
    return { key, count, characters: CHILD_BYTES, hash: hashKey(key) };
  };
  return { length: runs.length, piece };
}

function updateLevel<P extends Piece>(
  old: readonly Run[],
  sequence: Sequence<P>,
): { runs: Run[]; same: Segments } {
  const runs: Run[] = [];
  const { segments, add } = createSegments(0);
  const reusableRunAt = findReusableRun(old, sequence);
  for (let at = 0; at < sequence.length; at += runs.at(-1)?.size ?? 1) {
    const reused = reusableRunAt(at);
    if (reused) add(runs.length, reused.index);
    runs.push(reused?.run ?? cutRun(sequence, at));
  }
  return { runs, same: segments };
}

/** Finds the old run that begins at an index, if all of it is unchanged. Call it with ascending indexes. */
function findReusableRun(old: readonly Run[], { same, length }: { same: Segments; length: number }) {
  const segmentAt = seekSegment(same);
  const runAt = seekRun(old);
  return (at: number): { run: Run; index: number } | undefined => {
    const segment = segmentAt(at);
    const found = segment && runAt(at + segment.shift);
    if (!found || at + found.run.size > segment.end) return undefined;
    return found.run.hasEnded || at + found.run.size === length ? found : undefined;
  };
}

/** Finds the run that begins at an index of the old sequence. Call it with ascending indexes. */
function seekRun(old: readonly Run[]) {
  let index = 0;
  let start = 0;
  return (at: number): { run: Run; index: number } | undefined => {
    for (; start < at && index < old.length; index++) start += old[index]?.size ?? 0;
    const run = old[index];
    return run && start === at ? { run, index } : undefined;
  };
}

function cutRun<P extends Piece>({ length, piece, write }: Sequence<P>, start: number): Run {
  const run: P[] = [];
  const size = { entries: 0, characters: 0 };
  let count = 0;
  let hasEnded = false;
  for (let i = start; i < length && !hasEnded; i++) {
    const next = piece(i);
    run.push(next);
    size.entries++;
    size.characters += next.characters;
    count += next.count;
    hasEnded = isRunBoundary(size, next.hash);
  }
  return { key: write(run, hasEnded), size: run.length, count, hasEnded };
}
