import { endsRun, keyBits } from "./cut-runs.ts";
import { createSegments, type Segments, seekSegment } from "./segments.ts";

/** A node over entries, or over the runs of the level below. */
interface Run {
  key: string;
  /** Of the level below. */
  size: number;
  /** Entries under it, on the lowest level. */
  count: number;
}

/** The nodes over a sequence, from the runs of its entries up to the one node over all. */
export type Levels = readonly (readonly Run[])[];

interface Piece {
  text: string;
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
    // The last one may have ended only because the sequence did.
    const ends = found.index < old.length - 1 || at + found.run.size === length;
    return ends ? found : undefined;
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
  const texts: string[] = [];
  let entries = 0;
  for (let i = start; i < length; i++) {
    const { text, bits, count } = piece(i);
    texts.push(text);
    entries += count;
    if (endsRun(texts.length, bits)) break;
  }
  return { key: write(texts), size: texts.length, count: entries };
}

function pieceOf(run: Run | undefined): Piece {
  const { key, count } = run ?? { key: "", count: 0 };
  return { text: `["${key}",${count}]`, bits: keyBits(key), count };
}
