import { endsRun, keyBits } from "./cut-runs.ts";
import { createSegments, type Segments, seekSegment } from "./segments.ts";

/** A node over entries, or over the runs of the level below. */
interface Run {
  key: string;
  /** Of the level below. */
  size: number;
  /** Entries under it, on the lowest level. */
  count: number;
  /** False where only the end of the sequence ended it: one that grows has another run there. */
  hasEnded: boolean;
}

/** The nodes over a sequence, from the runs of its entries up to the one node over all. */
export type Levels = readonly (readonly Run[])[];

export interface Piece {
  /** What is written of it in a run that has ended, and in one that goes on when the sequence grows. */
  ended: string;
  open: () => string;
  bits: number;
  count: number;
}

export interface Sequence {
  length: number;
  piece: (index: number) => Piece;
  /** What of it is known to be as it was. */
  same: Segments;
  /** Stores a node over such pieces, returns its key. */
  write: (texts: readonly string[]) => string;
}

/**
 * The levels over a sequence, given those over what it was before: nodes over what has not changed are taken over
 * without a look at what is in them. `writeInner` stores a node over nodes.
 */
export function growLevels(old: Levels, sequence: Sequence, writeInner: Sequence["write"]): Levels {
  let level = growLevel(old[0] ?? [], sequence);
  const levels = [level.runs];
  while (level.runs.length > 1) {
    const { runs, same } = level;
    const above = { length: runs.length, piece: (i: number) => pieceOf(runs[i]), same, write: writeInner };
    level = growLevel(old[levels.length] ?? [], above);
    levels.push(level.runs);
  }
  return levels;
}

function growLevel(old: readonly Run[], sequence: Sequence): { runs: Run[]; same: Segments } {
  const runs: Run[] = [];
  const { segments, note } = createSegments(0);
  const take = takeRuns(old, sequence);
  for (let at = 0; at < sequence.length; at += runs.at(-1)?.size ?? 1) {
    const taken = take(at);
    if (taken) note(runs.length, taken.index);
    runs.push(taken?.run ?? cutRun(sequence, at));
  }
  return { runs, same: segments };
}

/** Finds the run that begins at a place, where all that is in it is as it was. Places are asked for in order. */
function takeRuns(old: readonly Run[], { same, length }: Sequence) {
  const segmentAt = seekSegment(same);
  const runAt = seekRun(old);
  return (at: number): { run: Run; index: number } | undefined => {
    const segment = segmentAt(at);
    const found = segment && runAt(at + segment.shift);
    if (!found || at + found.run.size > segment.end) return undefined;
    return found.run.hasEnded || at + found.run.size === length ? found : undefined;
  };
}

/** Finds the run that begins at a place of the old sequence. Going back finds nothing. */
function seekRun(old: readonly Run[]) {
  let index = 0;
  let start = 0;
  return (at: number): { run: Run; index: number } | undefined => {
    for (; start < at && index < old.length; index++) start += old[index]?.size ?? 0;
    const run = old[index];
    return run && start === at ? { run, index } : undefined;
  };
}

function cutRun({ length, piece, write }: Sequence, start: number): Run {
  const pieces: Piece[] = [];
  const size = { entries: 0, characters: 0 };
  let hasEnded = false;
  for (let i = start; i < length && !hasEnded; i++) {
    const next = piece(i);
    pieces.push(next);
    size.entries++;
    size.characters += next.ended.length;
    hasEnded = endsRun(size, next.bits);
  }
  const key = write(pieces.map(({ ended, open }) => (hasEnded ? ended : open())));
  const count = pieces.reduce((sum, next) => sum + next.count, 0);
  return { key, size: pieces.length, count, hasEnded };
}

function pieceOf(run: Run | undefined): Piece {
  const { key, count } = run ?? { key: "", count: 0 };
  const text = `["${key}",${count}]`;
  return { ended: text, open: () => text, bits: keyBits(key), count };
}
