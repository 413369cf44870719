import type { ContextUse, Transcript } from "../../kernel/agent/transcript.ts";
import { readTranscriptFile } from "../files/transcript-file.ts";
import { CONTEXT_WINDOW } from "./client.ts";
import { entriesOf, type Written } from "./transcript/entries.ts";
import { foldLines, type HistoryItem } from "./transcript/lines.ts";

/**
 * A session's history from a bounded tail of its file. The client only appends, so the history before a compression is
 * still there; but it may delete the file at its next start. Undefined for a path that may not be read.
 */
export function readTranscript(path: string, maxBytes?: number): Promise<Transcript | undefined> {
  return readTranscriptFile(path, maxBytes, ({ bytes }) => {
    const { history, damaged } = foldLines(bytes);
    const written: Written = new Map();
    const entries = history.flatMap((item) => entriesOf(item, written));
    return { entries, contextUse: contextUse(history), isWhole: damaged === 0 };
  });
}

/** The input tokens of the last request, as the client counts them; undefined right after a compression. */
function contextUse(history: readonly HistoryItem[]): ContextUse | undefined {
  const last = history.findLast(
    (item) => item.type === "compression" || (item.type === "gemini" && item.tokens !== undefined),
  );
  if (last?.type !== "gemini" || !last.tokens) return undefined;
  const { tokens, model } = last;
  return { tokens: tokens.input, window: CONTEXT_WINDOW, ...(model ? { model } : {}) };
}
