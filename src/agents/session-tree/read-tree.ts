import { extname, isAbsolute } from "node:path";
import * as z from "zod";
import type { AbandonedPeriod, Transcript } from "../../kernel/agent/transcript.ts";
import { abandonedPeriods } from "../abandoned-periods.ts";
import { readTail } from "../files/tail.ts";
import type { HookClient } from "../hook-events.ts";
import { entriesOf } from "./entries.ts";
import { liveBranch, readLines, type TreeLine } from "./lines.ts";
import { contextUse } from "./usage.ts";

const TAIL_BYTES = 8 * 1024 * 1024;

const Answer = z.object({ type: z.literal("message"), message: z.object({ role: z.literal("assistant") }) });

/**
 * The live branch of a session's tree, from a bounded tail of its file. `complete` adds lines that the client moved off
 * the branch. Undefined for a path that may not be read.
 */
export async function readTree(
  path: string,
  client: HookClient,
  maxBytes = TAIL_BYTES,
  complete: (branch: TreeLine[], lines: TreeLine[]) => TreeLine[] = (branch) => branch,
): Promise<Transcript | undefined> {
  // The path comes from a payload and could name any file.
  if (!isAbsolute(path) || path.includes("\0") || extname(path) !== ".jsonl") return undefined;
  const tail = await readTail(path, maxBytes);
  if (!tail) return undefined;
  const lines = readLines(tail.bytes);
  const { branch: live, whole } = liveBranch(lines, tail.cut);
  const branch = complete(live, lines.lines);
  const use = contextUse(branch);
  return {
    entries: entriesOf(branch, client),
    ...(use ? { contextUse: use } : {}),
    branches: { left: leftBy(lines.lines, new Set(branch)) },
    size: tail.size,
    partial: tail.cut || lines.damaged > 0 || !whole,
  };
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
