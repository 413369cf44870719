import { table } from "./table.ts";
import { cutTo, widthOf } from "./text-width.ts";

/** A step that makes the other columns of a table narrower. */
export interface Shrink {
  head: string;
  /** The cells in a shorter form, or undefined to leave the column out. */
  to: (cells: readonly string[]) => { head: string; cells: string[] } | undefined;
}

/**
 * Fits a table to the terminal by shortening one column, which keeps at least `least` columns of its text: if it would
 * not, others are shortened first, in the order of the steps. The first row has the heads.
 */
export function makeRoom(
  rows: readonly (readonly string[])[],
  { head, least, columns, steps }: { head: string; least: number; columns: number; steps: readonly Shrink[] },
): string[][] {
  const [heads = [], ...body] = rows;
  let shown = heads.map((each, i) => ({ head: each, cells: body.map((row) => row[i] ?? "") }));
  const wide = Math.max(...(shown.find((each) => each.head === head)?.cells ?? [""]).map(widthOf));
  for (const step of steps) {
    if (wide - excess(toRows(shown), columns) >= Math.min(least, wide)) break;
    shown = shown.flatMap((each) => (each.head === step.head ? (step.to(each.cells) ?? []) : each));
  }
  const room = Math.max(least, wide - excess(toRows(shown), columns));
  return toRows(
    shown.map((each) =>
      each.head === head ? { head, cells: each.cells.map((cell) => cutTo(cell, room)) } : each,
    ),
  );
}

function toRows(shown: readonly { head: string; cells: readonly string[] }[]): string[][] {
  const count = shown[0]?.cells.length ?? 0;
  const body = Array.from({ length: count }, (_, i) => shown.map(({ cells }) => cells[i] ?? ""));
  return [shown.map(({ head }) => head), ...body];
}

function excess(rows: readonly (readonly string[])[], columns: number): number {
  return Math.max(0, Math.max(...table(rows).map(widthOf)) - columns);
}
