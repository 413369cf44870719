/** Lines of a conversation that is stored as a tree, in the order of the file. */
interface Tree<Line> {
  lines: readonly Line[];
  idOf(line: Line): string;
  /** Undefined for the first line of a conversation. */
  parentOf(line: Line): string | null | undefined;
  /** The id of the newest line; by default, that of the last one. */
  leaf?: string | undefined;
  /** The file has more lines before these. */
  cut: boolean;
  /** How many lines could not be read. */
  damaged: number;
}

/**
 * The indexes of the lines from the newest one back to the first: the file also holds branches that the user left.
 * `isWhole` is false when the lines do not include the start of the branch.
 */
export function liveBranch<Line>({ lines, idOf, parentOf, leaf = "", cut, damaged }: Tree<Line>): {
  live: Set<number>;
  isWhole: boolean;
} {
  const indexes = new Map(lines.map((line, index) => [idOf(line), index]));
  const live = new Set<number>();
  // If damage destroyed the parent, the preceding line is the best guess. If the parent is before the tail that was
  // read, the lines in between may belong to abandoned branches.
  const guess = !cut || damaged > 0;
  const before = (at: number, parent: string) => indexes.get(parent) ?? (guess ? at - 1 : -1);
  let isWhole = true;
  let at = indexes.get(leaf) ?? lines.length - 1;
  for (let line = lines[at]; line !== undefined && !live.has(at); line = lines[at]) {
    live.add(at);
    const parent = parentOf(line);
    if (parent === undefined || parent === null) break;
    isWhole &&= indexes.has(parent);
    at = before(at, parent);
  }
  return { live, isWhole };
}
