import { extname, isAbsolute } from "node:path";
import type { ContextUse, Transcript } from "../../kernel/agent/transcript.ts";
import { readTail } from "../files/tail.ts";
import { readForkBase } from "./fork/fork-base.ts";
import { entriesOf } from "./transcript/entries.ts";
import { type RolloutLine, readLines } from "./transcript/lines.ts";

const TAIL_BYTES = 8 * 1024 * 1024;

/** A thread's history from a bounded tail of its file. Undefined for a path that may not be read. */
export async function readTranscript(path: string, maxBytes = TAIL_BYTES): Promise<Transcript | undefined> {
  if (!isRollout(path)) return undefined;
  const tail = await readTail(path, maxBytes);
  if (!tail) return undefined;
  const { lines, damaged } = readLines(tail.bytes);
  const before = await readForkBase(path, lines, maxBytes);
  const use = contextUse(lines);
  return {
    entries: entriesOf([...before.lines, ...lines]),
    ...(use ? { contextUse: use } : {}),
    size: tail.size,
    partial: tail.cut || damaged > 0 || !before.whole,
  };
}

/** The path comes from a payload and could name any file. */
export function isRollout(path: string): boolean {
  return isAbsolute(path) && !path.includes("\0") && extname(path) === ".jsonl";
}

/** The tokens of the last request and its answer, as the client counts them; undefined right after a compaction. */
function contextUse(lines: readonly RolloutLine[]): ContextUse | undefined {
  const line = lines.findLast(
    ({ type, payload }) => type === "compacted" || (type === "event_msg" && payload.type === "token_count"),
  );
  if (line?.type !== "event_msg" || line.payload.type !== "token_count") return undefined;
  const { last_token_usage, model_context_window: window } = line.payload.info;
  return { tokens: last_token_usage.total_tokens, ...(window ? { window } : {}) };
}
