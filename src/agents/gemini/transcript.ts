import { extname, isAbsolute } from "node:path";
import type { ContextUse, Transcript } from "../../kernel/agent/transcript.ts";
import { readTail } from "../files/tail.ts";
import { CONTEXT_WINDOW } from "./client.ts";
import { entriesOf, type Written } from "./transcript/entries.ts";
import { foldLines, type HistoryItem } from "./transcript/lines.ts";

const TAIL_BYTES = 8 * 1024 * 1024;

/**
 * A session's history from a bounded tail of its file. The client only appends, so the history before a compression is
 * still there; but it may delete the file at its next start. Undefined for a path that may not be read.
 */
export async function readTranscript(path: string, maxBytes = TAIL_BYTES): Promise<Transcript | undefined> {
  if (!isAbsolute(path) || path.includes("\0") || extname(path) !== ".jsonl") return undefined;
  const tail = await readTail(path, maxBytes);
  if (!tail) return undefined;
  const { history, damaged } = foldLines(tail.bytes);
  const use = contextUse(history);
  const written: Written = new Map();
  return {
    entries: history.flatMap((item) => entriesOf(item, written)),
    ...(use ? { contextUse: use } : {}),
    size: tail.size,
    partial: tail.cut || damaged > 0,
  };
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
