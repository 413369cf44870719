import { diffWordsWithSpace, parsePatch } from "diff";

export interface PatchPiece {
  text: string;
  /** Whether it differs from the line that it replaces, or that replaces it. */
  isNew: boolean;
}

export interface PatchLine {
  sign: " " | "+" | "-" | "@";
  number: number | null;
  pieces: readonly PatchPiece[];
}

/** Longer lines are not compared word by word. */
const MAX_COMPARED = 400;
const MAX_SHOWN = 2_000;

/** The lines of a patch that concern one file, with the changed words; undefined if it contains none. */
export function patchLines(patch: string, path: string): PatchLine[] | undefined {
  const file = parsed(patch).find(({ oldFileName, newFileName }) =>
    [oldFileName, newFileName].some((name) => name === path || name?.replace(/^[ab]\//, "") === path),
  );
  return file?.hunks.flatMap(({ oldStart, newStart, lines }) => [
    { sign: "@" as const, number: newStart, pieces: [] },
    ...withWords(numbered(lines, oldStart, newStart)),
  ]);
}

/** A patch that was cut at its end is read as far as it goes. */
function parsed(patch: string): ReturnType<typeof parsePatch> {
  try {
    return parsePatch(patch);
  } catch {
    const end = patch.lastIndexOf("\ndiff --git ");
    return end > 0 ? parsed(patch.slice(0, end)) : [];
  }
}

type NumberedLine = PatchLine & { text: string };

function numbered(lines: readonly string[], oldStart: number, newStart: number): NumberedLine[] {
  let [before, after] = [oldStart, newStart];
  return lines.flatMap((line): NumberedLine[] => {
    const [sign, text] = [line.slice(0, 1), line.slice(1, MAX_SHOWN)];
    const pieces = [{ text, isNew: false }];
    if (sign === "-") return [{ sign: "-", number: before++, text, pieces }];
    if (sign === "+") return [{ sign: "+", number: after++, text, pieces }];
    if (sign === "\\") return [];
    before++;
    return [{ sign: " ", number: after++, text, pieces }];
  });
}

/** Marks the words that changed where as many lines were removed as were added in their place. */
function withWords(lines: NumberedLine[]): PatchLine[] {
  const marked: PatchLine[] = [...lines];
  for (let start = 0; start < lines.length; start++) {
    if (lines[start]?.sign !== "-") continue;
    const removed = countOf(lines, start, "-");
    const added = countOf(lines, start + removed, "+");
    for (let i = 0; removed === added && i < removed; i++) {
      const [one, other] = [start + i, start + removed + i];
      const pair = compared(lines[one], lines[other]);
      if (pair) [marked[one], marked[other]] = pair;
    }
    start += removed + added - 1;
  }
  return marked;
}

function countOf(lines: readonly NumberedLine[], from: number, sign: string): number {
  let count = 0;
  while (lines[from + count]?.sign === sign) count++;
  return count;
}

function compared(
  before: NumberedLine | undefined,
  after: NumberedLine | undefined,
): [PatchLine, PatchLine] | undefined {
  if (!before || !after || Math.max(before.text.length, after.text.length) > MAX_COMPARED) return undefined;
  const parts = diffWordsWithSpace(before.text, after.text);
  const side = (without: "added" | "removed", mark: "added" | "removed") =>
    parts.filter((part) => !part[without]).map((part) => ({ text: part.value, isNew: part[mark] }));
  return [
    { ...before, pieces: side("added", "removed") },
    { ...after, pieces: side("removed", "added") },
  ];
}
