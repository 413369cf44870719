import { join } from "node:path";
import * as z from "zod";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import type { FileChange } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { tryParseJson } from "../../text/json-text.ts";
import type { DiffTrees } from "./compare-trees.ts";
import { identifyIndex } from "./read-index.ts";
import type { StoreLayout } from "./store-layout.ts";

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_ABSENT = 1_000;

const TreeFile = z.object({ mode: z.string(), blob: z.string() }).nullable();

const LastCapture = z.object({
  /** Of the file of the private index. It is another one after every change, also if a process was killed. */
  identity: z.string(),
  /** What was captured. */
  tree: z.string(),
  /** What the private index contains. */
  indexTree: z.string(),
  /** What was captured besides it. */
  pending: z.array(z.object({ path: z.string(), before: TreeFile, after: TreeFile })),
  /** What the user's index contained. */
  userTree: z.string().nullable(),
  /**
   * The files of the user's index that the private index does not have. They are the user's, so they are captured as soon as
   * they are there, also if they are ignored. Null if there are many of them, or if nobody knows.
   */
  absent: z.array(z.string()).nullable(),
});

/** What the last capture of a worktree left. */
export type LastCapture = Omit<z.infer<typeof LastCapture>, "identity">;

/** Undefined if the private index has changed since. */
export function readLastCapture(layout: StoreLayout): LastCapture | undefined {
  const known = LastCapture.safeParse(tryParseJson(readOwnFile(fileOf(layout), MAX_BYTES))).data;
  return known?.identity === identifyIndex(layout.index) ? known : undefined;
}

export function writeLastCapture(layout: StoreLayout, capture: LastCapture): void {
  const identity = identifyIndex(layout.index);
  if (identity !== undefined) writeOwnFile(fileOf(layout), JSON.stringify({ ...capture, identity }));
}

/** Both trees are compared if one of them lost files, or if the user's is another one. */
export async function findAbsent(
  { indexTree: tree, userTree }: Pick<LastCapture, "indexTree" | "userTree">,
  last: LastCapture | undefined,
  diff: DiffTrees,
): Promise<RawPath[] | null> {
  if (userTree === null) return null;
  if (last?.absent && last.userTree === userTree) {
    const changes = last.indexTree === tree ? [] : await diff(last.indexTree, tree);
    const added = new Set(changes.flatMap(({ path, before }) => (before === null ? [path] : [])));
    if (changes.every(({ after }) => after !== null)) return last.absent.filter((path) => !added.has(path));
  }
  const absent = (await diff(tree, userTree)).flatMap(({ path, before, after }) =>
    before === null && after?.mode.startsWith("1") && after.mode !== "160000" ? [path] : [],
  );
  return absent.length > MAX_ABSENT ? null : absent;
}

/** What differs between two captures, each of which differs from the same tree in these changes. */
export function comparePending(first: readonly FileChange[], second: readonly FileChange[]): FileChange[] {
  const undone = first.map(({ path, before, after }): FileChange => ({ path, before: after, after: before }));
  const found = new Map(undone.map((change) => [change.path, change]));
  for (const change of second) {
    const before = (found.get(change.path) ?? change).before;
    found.set(change.path, { ...change, before });
  }
  return [...found.values()].filter(isDifferent).toSorted((a, b) => (a.path < b.path ? -1 : 1));
}

function isDifferent({ before, after }: FileChange): boolean {
  return before?.mode !== after?.mode || before?.blob !== after?.blob;
}

function fileOf({ directory }: StoreLayout): string {
  return join(directory, "last-capture.json");
}
