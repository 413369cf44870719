import type { CheckpointView } from "../../src/checkpoints/checkpoint-view.ts";

export interface LineageRow {
  checkpoint: CheckpointView;
  /** The column of its session or run. */
  lane: number;
  /** The session or run that begins with this checkpoint, as far as it is shown. */
  begins: string | null;
}

export interface LineageEdge {
  /** Row and lane of the earlier checkpoint, which is further down. */
  from: [row: number, lane: number];
  to: [row: number, lane: number];
  /** Why work goes on elsewhere; null within a session. */
  reason: string | null;
}

export interface Lineage {
  /** Newest first. */
  rows: LineageRow[];
  edges: LineageEdge[];
  lanes: number;
}

/** The session or run to which a checkpoint belongs. */
export function strandOf({ workflow, session, id }: CheckpointView): string {
  return workflow ?? session ?? id;
}

/** Arranges checkpoints, newest first, with a column for each session or run. */
export function toLineage(checkpoints: readonly CheckpointView[]): Lineage {
  const sorted = checkpoints.toSorted((a, b) => b.createdAt.localeCompare(a.createdAt));
  const laneOf = assignLanes(sorted);
  const rowOf = new Map(sorted.map(({ id }, row) => [id, row]));
  const rows = sorted.map((checkpoint, row) => ({
    checkpoint,
    lane: laneOf.get(strandOf(checkpoint)) ?? 0,
    begins: previousOf(sorted, row) === undefined ? strandOf(checkpoint) : null,
  }));
  const edges = rows.flatMap((_, row) => edgeTo(rows, row, rowOf) ?? []);
  return { rows, edges, lanes: Math.max(0, ...laneOf.values()) + 1 };
}

/** Only what is connected with a session or run: what it continues, and what continues it. */
export function connectedTo(checkpoints: readonly CheckpointView[], strand: string): CheckpointView[] {
  const strandById = new Map(checkpoints.map((checkpoint) => [checkpoint.id, strandOf(checkpoint)]));
  const known = new Set([strand]);
  const links = checkpoints.flatMap((checkpoint) =>
    [checkpoint.continues?.session, strandById.get(checkpoint.parent ?? "")].flatMap((other) =>
      other === undefined ? [] : [[strandOf(checkpoint), other] as const],
    ),
  );
  for (let size = 0; size !== known.size; ) {
    size = known.size;
    for (const [one, other] of links)
      if (known.has(one) || known.has(other)) for (const each of [one, other]) known.add(each);
  }
  return checkpoints.filter((checkpoint) => known.has(strandOf(checkpoint)));
}

/** A column is used again by a session that ended before those in it began, and before lines out of it end. */
function assignLanes(newestFirst: readonly CheckpointView[]): Map<string, number> {
  const ends: number[] = [];
  const lanes = new Map<string, number>();
  for (const [strand, [first, last]] of spansOf(newestFirst)) {
    const free = ends.findIndex((end) => end + 1 < first);
    const lane = free === -1 ? ends.length : free;
    ends[lane] = last;
    lanes.set(strand, lane);
  }
  return lanes;
}

/** The first and last row of each session or run, with the lines that lead to what continues it; by first row. */
function spansOf(newestFirst: readonly CheckpointView[]): [string, [first: number, last: number]][] {
  const strandById = new Map(newestFirst.map((checkpoint) => [checkpoint.id, strandOf(checkpoint)]));
  const spans = new Map<string, [first: number, last: number]>();
  const extend = (strand: string, row: number) => {
    const [first, last] = spans.get(strand) ?? [row, row];
    spans.set(strand, [Math.min(first, row), Math.max(last, row)]);
  };
  for (const [row, checkpoint] of newestFirst.entries()) {
    extend(strandOf(checkpoint), row);
    const earlier = strandById.get(checkpoint.parent ?? "") ?? checkpoint.continues?.session;
    if (earlier !== undefined) extend(earlier, row);
  }
  return [...spans].sort(([, [a]], [, [b]]) => a - b);
}

/** The row of the next older checkpoint of the same session or run. */
function previousOf(newestFirst: readonly CheckpointView[], row: number): number | undefined {
  const checkpoint = newestFirst[row];
  if (!checkpoint) return undefined;
  const strand = strandOf(checkpoint);
  const found = newestFirst.findIndex((other, index) => index > row && strandOf(other) === strand);
  return found === -1 ? undefined : found;
}

function edgeTo(
  rows: readonly LineageRow[],
  row: number,
  rowOf: ReadonlyMap<string, number>,
): LineageEdge | undefined {
  const own = rows[row];
  const earlier = own && earlierOf(rows, row, rowOf);
  const from = rows[earlier ?? -1];
  if (!own || earlier === undefined || !from || earlier <= row) return undefined;
  const isSame = strandOf(from.checkpoint) === strandOf(own.checkpoint);
  const reason = isSame ? null : (own.checkpoint.continues?.reason ?? "fork");
  return { from: [earlier, from.lane], to: [row, own.lane], reason };
}

/** The row from which the work of another one goes on. */
function earlierOf(rows: readonly LineageRow[], row: number, rowOf: ReadonlyMap<string, number>) {
  const all = rows.map(({ checkpoint }) => checkpoint);
  const { parent, continues } = all[row] ?? {};
  return rowOf.get(parent ?? "") ?? previousOf(all, row) ?? newestBefore(all, row, continues?.session);
}

function newestBefore(all: readonly CheckpointView[], row: number, session: string | undefined) {
  if (session === undefined) return undefined;
  const found = all.findIndex((other, index) => index > row && other.session === session);
  return found === -1 ? undefined : found;
}
