import type { PickerState } from "../model/picker-state.ts";
import type { Size } from "../terminal/picker-terminal.ts";

/** From this width on, the preview is beside the list. */
const WIDE = 110;
/** From this height on, the columns have heads and messages have a line of their own. */
const TALL = 14;
const MAX_LIST = 100;
/** Columns between the list and the preview. */
export const RULE = " │ ";

export function isWide({ columns }: Size): boolean {
  return columns >= WIDE;
}

export function isTall({ rows }: Size): boolean {
  return rows >= TALL;
}

/** Rows between the two lines at the top and those at the bottom. */
export function bodyHeight(size: Size): number {
  return Math.max(1, size.rows - (isTall(size) ? 4 : 3));
}

/** Sessions that are visible at once. */
export function listHeight(size: Size): number {
  return Math.max(1, bodyHeight(size) - (isTall(size) ? 1 : 0));
}

export function listWidth(size: Size): number {
  return isWide(size) ? Math.min(MAX_LIST, Math.floor(size.columns * 0.56)) : size.columns;
}

/** Where the preview is drawn. On a narrow terminal it takes the place of the list. */
export function previewSize({ size }: Pick<PickerState, "size">): Size {
  const columns = isWide(size) ? size.columns - listWidth(size) - RULE.length : size.columns;
  return { columns, rows: bodyHeight(size) };
}
