import * as z from "zod";
import type { AbandonedPeriod, Transcript } from "../../kernel/agent/transcript.ts";
import { abandonedPeriods } from "../abandoned-periods.ts";
import { readTranscriptFile } from "../files/transcript-file.ts";
import type { HookClient } from "../hook-events.ts";
import { entriesOf } from "./entries.ts";
import { liveLines, readLines, type TreeLine } from "./lines.ts";
import { contextUse } from "./usage.ts";

const Answer = z.object({ type: z.literal("message"), message: z.object({ role: z.literal("assistant") }) });

/**
 * The live branch of a session's tree, from a bounded tail of its file. `complete` adds lines that the client moved off
 * the branch. Undefined for a path that may not be read.
 */
export function readTree(
  path: string,
  client: HookClient,
  maxBytes?: number,
  complete: (branch: TreeLine[], lines: TreeLine[]) => TreeLine[] = (branch) => branch,
): Promise<Transcript | undefined> {
  return readTranscriptFile(path, maxBytes, ({ bytes, cut }) => {
    const { lines, damaged } = readLines(bytes);
    const { branch: live, isWhole } = liveLines({ lines, damaged }, cut);
    const branch = complete(live, lines);
    return {
      entries: entriesOf(branch, client),
      contextUse: contextUse(branch),
      branches: { left: leftBy(lines, new Set(branch)) },
      isWhole: damaged === 0 && isWhole,
    };
  });
}

/** The branches that the user left with `/tree`. The file shows this only from the next entry on. */
function leftBy(lines: readonly TreeLine[], live: ReadonlySet<TreeLine>): AbandonedPeriod[] {
  if (lines.length === live.size) return [];
  return abandonedPeriods(
    lines.map((line) => ({
      at: line.timestamp,
      isLive: live.has(line),
      isAnswer: Answer.safeParse(line).success,
    })),
  );
}
