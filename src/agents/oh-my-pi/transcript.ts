import * as z from "zod";
import type { Transcript } from "../../kernel/agent/transcript.ts";
import type { TreeLine } from "../session-tree/lines.ts";
import { readTree } from "../session-tree/read-tree.ts";
import { client } from "./tools.ts";

/** The live branch of a session's file, including rewound explorations. Undefined for a path that may not be read. */
export function readTranscript(path: string, maxBytes?: number): Promise<Transcript | undefined> {
  return readTree(path, client, maxBytes, withExplorations);
}

/** A rewind goes back to the mark with the report; a person who goes back with `/tree` leaves no report. */
const Summary = z.object({ type: z.literal("branch_summary"), fromId: z.string() });
const Report = z.object({
  type: z.literal("custom_message"),
  customType: z.literal("rewind-report"),
  parentId: z.string(),
});

/**
 * The branch including the explorations that were rewound on it, each before its report. The model no longer reads
 * them, but their work was done. `lines` are all lines of the file.
 */
export function withExplorations(branch: readonly TreeLine[], lines: readonly TreeLine[]): TreeLine[] {
  const rewound = new Set(branch.flatMap((line) => Report.safeParse(line).data?.parentId ?? []));
  if (rewound.size === 0) return [...branch];
  const indexes = new Map(lines.map(({ id }, index) => [id, index]));
  const file = { lines, indexes, visited: new Set<number>() };
  return branch.flatMap((line) => {
    const from = rewound.has(line.id) ? Summary.safeParse(line).data?.fromId : undefined;
    return from === undefined ? [line] : [...explorationLines(from, line.id, file), line];
  });
}

interface File {
  lines: readonly TreeLine[];
  indexes: ReadonlyMap<string, number>;
  /** Each line belongs to one exploration at most. This bounds the time that a malformed file takes. */
  visited: Set<number>;
}

/** The lines after the mark (`from`) up to the last one before the rewind. Empty if the mark was not read. */
function explorationLines(from: string, summary: string, { lines, indexes, visited }: File): TreeLine[] {
  const path: TreeLine[] = [];
  let at = (indexes.get(summary) ?? 0) - 1;
  for (let line = lines[at]; line && !visited.has(at); line = lines[at]) {
    if (line.id === from) return path.reverse();
    visited.add(at);
    path.push(line);
    at = indexes.get(line.parentId ?? "") ?? -1;
  }
  return [];
}
