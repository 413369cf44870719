import type { TranscriptEntry } from "../kernel/agent/transcript.ts";
import { type Capture, MAX_SUMMARY } from "../kernel/capture.ts";
import type { Turn } from "../kernel/statement.ts";
import { findOffer } from "../statements/find-offer.ts";
import { boundedEnd, boundedMiddle } from "../text/bounded.ts";
import { foldFact } from "./facts/fold-fact.ts";
import { keepTodos, mergeWrittenTodos } from "./facts/keep-todos.ts";
import { foldPrompt, foldUnqueued } from "./fold-prompt.ts";
import { foldResponse, isResponse } from "./fold-response.ts";
import { foldStop, isStop } from "./fold-stop.ts";

type Spoken = "prompt" | "unqueued" | "message" | "compaction" | "summary";

/** Adds one entry of a session's history. Pure, and idempotent by the client's ids. */
export function foldEntry(before: Capture, entry: TranscriptEntry): Capture {
  const capture = { ...before, turn: turnWith(before.turn, entry) };
  if (isResponse(entry)) return foldResponse(capture, entry);
  if (isStop(entry)) return foldStop(capture, entry);
  if (isToolFact(entry)) return foldFact(capture, entry);
  switch (entry.type) {
    case "prompt":
      return foldPrompt(capture, entry);
    case "unqueued":
      return foldUnqueued(capture, entry);
    case "message":
      return {
        ...capture,
        lastAnswer: boundedEnd(entry.text.trim()),
        lastAnswerAt: entry.at,
        offer: findOffer(entry.text, capture.offer),
        todos: keepTodos(mergeWrittenTodos(capture.todos, entry.text)),
      };
    case "compaction":
      return entry.at > capture.foldedTo ? { ...capture, compactions: capture.compactions + 1 } : capture;
    case "summary":
      return { ...capture, summary: { text: boundedMiddle(entry.text.trim(), MAX_SUMMARY), at: entry.at } };
  }
}

const SPOKEN: ReadonlySet<string> = new Set<Spoken>([
  "prompt",
  "unqueued",
  "message",
  "compaction",
  "summary",
]);

function isToolFact<E extends TranscriptEntry>(entry: E): entry is Exclude<E, { type: Spoken }> {
  return !SPOKEN.has(entry.type);
}

const NOTHING: Turn = { tools: false, edits: false, chars: 0, asks: false };

/** The entry types that report the use of a tool. */
const TOOLS: ReadonlySet<TranscriptEntry["type"]> = new Set([
  "file_changed",
  "file_read",
  "command_run",
  "outcome",
]);

/** Updates what the agent did since the newest prompt. Idempotent. */
export function turnWith(turn: Turn | null, entry: TranscriptEntry): Turn | null {
  const known = turn ?? NOTHING;
  if (entry.type === "message")
    return { ...known, chars: entry.text.length, asks: /[?？؟]["'”’)»]*\s*$/.test(entry.text) };
  if (!TOOLS.has(entry.type)) return turn;
  return { ...known, tools: true, edits: known.edits || entry.type === "file_changed" };
}
