import { comparePermissions } from "../checkpoints/permission-changes.ts";
import type { FileChange, LineCount, SnapshotStore, TreeDifference } from "../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot, Turn } from "../kernel/snapshot.ts";
import { isRealTurn } from "./running-turns.ts";
import { mergeChanges } from "./turn-changes.ts";

/** What changed while something ran: the sum of its spans. */
export interface SpanChanges {
  changes: FileChange[];
  lines: Map<RawPath, LineCount>;
  /** Other turns were running at the same time, so some of this may be theirs. */
  shared: boolean;
  spans: Span[];
}

/** Two trees between which nobody else changed anything, unless it ran at the same time. */
export interface Span {
  from: string;
  to: string;
}

/** A span of a turn or a session, with the snapshots at its ends. */
interface KeyedSpan {
  key: string;
  first: Snapshot;
  last: Snapshot;
  shared: boolean;
}

/**
 * What changed during the turns of a timeline, by the key that is given to each turn: one session, or one of its turns.
 * Turns without a key are left out.
 */
export async function readChangesBy(
  store: Pick<SnapshotStore, "comparePairs" | "readPermissions">,
  timeline: readonly Snapshot[],
  keyOf: (turn: Turn) => string | undefined,
): Promise<Map<string, SpanChanges>> {
  const spans = findSpans(timeline, keyOf);
  const differences = await store.comparePairs(spans.map(treesOf));
  const changes = new Map<string, SpanChanges>();
  for (const [index, span] of spans.entries()) {
    const { changes: files, lines } = differences[index] ?? NO_DIFFERENCE;
    const [permissions = []] = await comparePermissions(store, [span.first, span.last]);
    const found = { changes: [...files, ...permissions], lines };
    if (found.changes.length > 0) changes.set(span.key, addSpan(changes.get(span.key), span, found));
  }
  return changes;
}

const NO_DIFFERENCE: TreeDifference = { changes: [], lines: new Map() };

function treesOf({ first, last }: KeyedSpan): Span {
  return { from: first.tree, to: last.tree };
}

function addSpan(
  known: SpanChanges | undefined,
  span: KeyedSpan,
  { changes, lines }: TreeDifference,
): SpanChanges {
  const { shared } = span;
  if (!known) return { changes, lines, shared, spans: [treesOf(span)] };
  return {
    changes: mergeChanges(known.changes, changes),
    lines: addLines(known.lines, lines),
    shared: shared || known.shared,
    spans: [...known.spans, treesOf(span)],
  };
}

/** Neighboring steps of the same key are one span, so that a line that is written and removed again does not count. */
function findSpans(timeline: readonly Snapshot[], keyOf: (turn: Turn) => string | undefined): KeyedSpan[] {
  const ended: KeyedSpan[] = [];
  let open = new Map<string, KeyedSpan>();
  for (const [index, snapshot] of timeline.entries()) {
    const before = timeline[index - 1];
    if (!before || hasSameFiles(before, snapshot)) continue;
    const shared = snapshot.turns.length > 1;
    const running = new Map<string, KeyedSpan>();
    for (const key of keysOf(snapshot, before, keyOf)) {
      const known = open.get(key) ?? { key, shared, first: before };
      running.set(key, { ...known, last: snapshot, shared: known.shared || shared });
    }
    ended.push(...[...open.values()].filter(({ key }) => !running.has(key)));
    open = running;
  }
  return [...ended, ...open.values()];
}

function hasSameFiles(a: Snapshot, b: Snapshot): boolean {
  return a.tree === b.tree && a.permissions === b.permissions;
}

/** None if the snapshot before it was deleted, since nobody knows then who changed what. */
function keysOf(
  { turns, previous }: Snapshot,
  before: Snapshot,
  keyOf: (turn: Turn) => string | undefined,
): Set<string> {
  const known = previous === before.id ? turns.filter(isRealTurn) : [];
  return new Set(known.flatMap((turn) => keyOf(turn) ?? []));
}

function addLines(
  known: ReadonlyMap<RawPath, LineCount>,
  more: ReadonlyMap<RawPath, LineCount>,
): Map<RawPath, LineCount> {
  const sums = new Map(known);
  for (const [path, { added, removed }] of more) {
    const sum = sums.get(path) ?? { added: 0, removed: 0 };
    sums.set(path, { added: sum.added + added, removed: sum.removed + removed });
  }
  return sums;
}
