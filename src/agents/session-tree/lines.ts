import * as z from "zod";
import { tryParseJson } from "../../text/json-text.ts";
import { stringOf } from "../blocks.ts";

/** An entry of a session file. Its other fields are validated only on the live branch. */
const TreeLine = z.looseObject({
  id: z.string().min(1),
  parentId: z.string().nullable(),
  type: z.string(),
  timestamp: z.string().nullish(),
});
export type TreeLine = z.infer<typeof TreeLine>;

/** Types of the lines before the tree, which have no parent: the session's own line and its title. */
const HEADERS: ReadonlySet<unknown> = new Set(["session", "title"]);

export interface TreeLines {
  /** In file order, from all branches. */
  lines: TreeLine[];
  damaged: number;
}

/** Reads JSON lines; a damaged line is counted and skipped. */
export function readLines(bytes: Buffer): TreeLines {
  const read: TreeLines = { lines: [], damaged: 0 };
  for (const text of bytes.toString("utf8").split("\n")) {
    // After a power failure the file may contain NULs in place of data.
    const clean = text.replaceAll("\0", "").trim();
    if (clean === "") continue;
    const value = tryParseJson(clean);
    // A schema that rejects a line takes ten times as long as one that accepts it.
    const line = stringOf(value, "id") === undefined ? undefined : TreeLine.safeParse(value).data;
    if (line !== undefined) read.lines.push(line);
    else if (!isHeader(value)) read.damaged++;
  }
  return read;
}

function isHeader(value: unknown): boolean {
  return typeof value === "object" && value !== null && "type" in value && HEADERS.has(value.type);
}

/**
 * The entries from the root to the newest one, which is the leaf. The file also holds abandoned branches. `whole` is
 * false when the lines do not include the start of the branch.
 */
export function liveBranch(
  { lines, damaged }: TreeLines,
  cut: boolean,
): { branch: TreeLine[]; whole: boolean } {
  const indexes = new Map(lines.map(({ id }, index) => [id, index]));
  const live = new Set<number>();
  // If damage destroyed the parent, the preceding line is the best guess. If the parent is before the tail that was
  // read, the lines in between may belong to abandoned branches.
  const guess = !cut || damaged > 0;
  let whole = true;
  let at = lines.length - 1;
  for (let line = lines[at]; line && !live.has(at); line = lines[at]) {
    live.add(at);
    if (line.parentId === null) break;
    const known = indexes.get(line.parentId);
    whole &&= known !== undefined;
    at = known ?? (guess ? at - 1 : -1);
  }
  return { branch: lines.filter((_, index) => live.has(index)), whole };
}
