import type { ContextUse, Transcript } from "../../kernel/agent/transcript.ts";
import { readTranscriptFile, TAIL_BYTES } from "../files/transcript-file.ts";
import { readForkBase } from "./fork/fork-base.ts";
import { entriesOf } from "./transcript/entries.ts";
import { type RolloutLine, readLines } from "./transcript/lines.ts";

/** A thread's history from a bounded tail of its file. Undefined for a path that may not be read. */
export function readTranscript(path: string, maxBytes = TAIL_BYTES): Promise<Transcript | undefined> {
  return readTranscriptFile(path, maxBytes, async ({ bytes }) => {
    const { lines, damaged } = readLines(bytes);
    const before = await readForkBase(path, lines, maxBytes);
    return {
      entries: entriesOf([...before.lines, ...lines]),
      contextUse: contextUse(lines),
      isWhole: damaged === 0 && before.whole,
    };
  });
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
