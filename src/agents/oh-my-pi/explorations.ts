import * as z from "zod";
import type { TreeLine } from "../session-tree/lines.ts";

/** A rewind goes back to the mark with the report; a person who goes back with `/tree` leaves no report. */
const Summary = z.object({ type: z.literal("branch_summary"), fromId: z.string() });
const Report = z.object({
  type: z.literal("custom_message"),
  customType: z.literal("rewind-report"),
  parentId: z.string(),
});

/**
 * The branch with the explorations that were rewound on it, each in front of its report: the model no longer reads them, but they
 * happened. `lines` are all of the file.
 */
export function withExplorations(branch: readonly TreeLine[], lines: readonly TreeLine[]): TreeLine[] {
  const rewound = new Set(branch.flatMap((line) => Report.safeParse(line).data?.parentId ?? []));
  if (rewound.size === 0) return [...branch];
  const places = new Map(lines.map(({ id }, place) => [id, place]));
  const file = { lines, places, walked: new Set<number>() };
  return branch.flatMap((line) => {
    const from = rewound.has(line.id) ? Summary.safeParse(line).data?.fromId : undefined;
    return from === undefined ? [line] : [...pathTo(from, line.id, file), line];
  });
}

interface File {
  lines: readonly TreeLine[];
  places: ReadonlyMap<string, number>;
  /** Each line is on one exploration at most: a file that says otherwise takes no longer to read. */
  walked: Set<number>;
}

/** What was written last before a rewind, and all that leads to it from the mark. Nothing if the mark was not read. */
function pathTo(from: string, summary: string, { lines, places, walked }: File): TreeLine[] {
  const path: TreeLine[] = [];
  let at = (places.get(summary) ?? 0) - 1;
  for (let line = lines[at]; line && !walked.has(at); line = lines[at]) {
    if (line.id === from) return path.reverse();
    walked.add(at);
    path.push(line);
    at = places.get(line.parentId ?? "") ?? -1;
  }
  return [];
}
