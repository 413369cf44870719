import { cutTo, widthOf } from "./text-width.ts";

const GAP = "  ";

/** Left-aligned columns of plain text without colors. */
export function table(rows: readonly (readonly string[])[]): string[] {
  const widths = (rows[0] ?? []).map((_, i) => Math.max(...rows.map((row) => widthOf(row[i] ?? ""))));
  return rows.map((row) =>
    row
      .map((cell, i) => cell + " ".repeat(Math.max(0, (widths[i] ?? 0) - widthOf(cell))))
      .join(GAP)
      .trimEnd(),
  );
}

/** Leaves out the columns in which no row has a value (`-`), since a terminal is narrow. The first row has the heads. */
export function withoutEmptyColumns(rows: readonly (readonly string[])[]): string[][] {
  const [, ...body] = rows;
  return rows.map((row) => row.filter((_, i) => body.some((each) => each[i] !== "-")));
}

/** Truncates one column so that the table fits the terminal, with a minimum of a few words. */
export function fitted(rows: readonly (readonly string[])[], column: number, columns: number): string[][] {
  const widest = Math.max(...table(rows).map(widthOf));
  const own = Math.max(...rows.map((row) => widthOf(row[column] ?? "")));
  const room = Math.max(12, own - Math.max(0, widest - columns));
  return rows.map((row) => row.map((cell, i) => (i === column ? cutTo(cell, room) : cell)));
}

/** `3.2 MB` */
export function size(bytes: number): string {
  const units = ["bytes", "kB", "MB", "GB"];
  const power = Math.min(units.length - 1, Math.floor(Math.log10(Math.max(1, bytes)) / 3));
  return power === 0 ? `${bytes} bytes` : `${(bytes / 1_000 ** power).toFixed(1)} ${units[power]}`;
}

/** `2h ago`; a future time (from another machine's clock) counts as now. */
export function ago(iso: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(iso)) / 1_000));
  if (seconds < 60) return "just now";
  if (seconds < 3_600) return `${Math.floor(seconds / 60)}m ago`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3_600)}h ago`;
  return `${Math.floor(seconds / 86_400)}d ago`;
}
