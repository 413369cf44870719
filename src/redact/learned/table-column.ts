import type { SecretNameKind } from "../names/secret-name.ts";
import type { LineAround } from "./line-around.ts";

/** What the name of a value says about it. */
export type KindOf = (name: string) => SecretNameKind | undefined;

const HEADER_REACH = 800;
const MARKS = ["|", ";", "\t", ","];

/** What the column header says about a value: `none` if it does not name a secret, undefined outside of tables. */
export function columnKind(
  text: string,
  { from, left, right }: LineAround,
  kindOf: KindOf,
): SecretNameKind | "none" | undefined {
  if (from === 0) return undefined;
  const mark = MARKS.find((each) => left.includes(each) || right.includes(each));
  if (mark === undefined) return undefined;
  const column = countOf(left, mark);
  const count = column + countOf(right, mark);
  const cell = headerOf(text.slice(Math.max(0, from - HEADER_REACH), from - 1), mark, count).split(mark)[
    column
  ];
  const name = cell?.replace(/[^\p{L}\d_ -]/gu, "").trim() ?? "";
  return name === "" ? undefined : (kindOf(name) ?? "none");
}

/** The first of the adjacent lines above that have the same number of separators. */
function headerOf(above: string, mark: string, count: number): string {
  let header = "";
  for (const line of above.split("\n").reverse()) {
    if (countOf(line, mark) !== count) break;
    if (!/^[\s|:-]+$/.test(line)) header = line;
  }
  return header;
}

function countOf(text: string, mark: string): number {
  let count = 0;
  for (let at = text.indexOf(mark); at !== -1; at = text.indexOf(mark, at + 1)) count++;
  return count;
}
