import * as z from "zod";
import { stringOf } from "../blocks.ts";
import { jsonLines } from "../files/json-lines.ts";
import { liveBranch } from "../live-branch.ts";

/** An entry of a session file. Its other fields are validated only on the live branch. */
const TreeLine = z.looseObject({
  id: z.string().min(1),
  parentId: z.string().nullable(),
  type: z.string(),
  timestamp: z.string().nullish(),
});
export type TreeLine = z.infer<typeof TreeLine>;

/** Types of the lines before the tree, which have no parent: the session's own line and its title. */
const HEADERS: ReadonlySet<string | undefined> = new Set(["session", "title"]);

export interface TreeLines {
  /** In file order, from all branches. */
  lines: TreeLine[];
  damaged: number;
}

/** Reads JSON lines; a damaged line is counted and skipped. */
export function readLines(bytes: Buffer): TreeLines {
  const read: TreeLines = { lines: [], damaged: 0 };
  for (const value of jsonLines(bytes)) {
    // A schema that rejects a line takes ten times as long as one that accepts it.
    const line = stringOf(value, "id") === undefined ? undefined : TreeLine.safeParse(value).data;
    if (line !== undefined) read.lines.push(line);
    else if (!HEADERS.has(stringOf(value, "type"))) read.damaged++;
  }
  return read;
}

/** The entries from the root to the newest one, which is the leaf. */
export function liveLines(
  { lines, damaged }: TreeLines,
  cut: boolean,
): { branch: TreeLine[]; isWhole: boolean } {
  const tree = { lines, idOf, parentOf: ({ parentId }: TreeLine) => parentId, cut, damaged };
  const { live, isWhole } = liveBranch(tree);
  return { branch: lines.filter((_, index) => live.has(index)), isWhole };
}

function idOf({ id }: TreeLine): string {
  return id;
}
