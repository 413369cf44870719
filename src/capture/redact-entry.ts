import type { TranscriptEntry } from "../kernel/agent/transcript.ts";
import type { JsonValue } from "../kernel/json.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";

/** Longer texts are truncated before redaction, between two words, since half a secret would not be recognized. */
const WINDOW = 16_384;
const LONGEST_WORD = 4_096;
/** Limit for an answer, of which only the end is kept. Longer, so that the checkboxes of a long plan fit. */
const ANSWER_WINDOW = 65_536;

/** Removes secrets from an entry. Everything that is captured passes through here before it is folded. */
export function redactEntry(entry: TranscriptEntry, redactor: Redactor): TranscriptEntry {
  const clean = (text: string) => redactor.text(beginning(text));
  if (entry.type === "message") return { ...entry, text: redactor.text(ending(entry.text, ANSWER_WINDOW)) };
  if (entry.type === "outcome") return { ...entry, text: redactor.text(bothEnds(entry.text)) };
  if (entry.type === "own_tool") return { ...entry, input: redactor.json(cutStrings(entry.input, 0)) };
  if (entry.type === "todo_list") {
    return { ...entry, todos: entry.todos.map((todo) => ({ ...todo, content: clean(todo.content) })) };
  }
  return withCleanTexts(entry, clean);
}

const TEXTS = ["text", "asked", "path", "command", "content"] as const;

function withCleanTexts(entry: TranscriptEntry, clean: (text: string) => string): TranscriptEntry {
  const texts = new Map<string, unknown>(Object.entries(entry));
  const cleaned = TEXTS.flatMap((name): [string, string][] => {
    const text = texts.get(name);
    return typeof text === "string" ? [[name, clean(text)]] : [];
  });
  return { ...entry, ...Object.fromEntries(cleaned) };
}

function beginning(text: string): string {
  if (text.length <= WINDOW) return text;
  const cut = text.slice(0, WINDOW);
  const gap = cut.search(/\s\S*$/);
  return cut.slice(0, Math.max(gap, WINDOW - LONGEST_WORD));
}

/** Starts at a whole line or at least at a whole word, for the same reason. */
function ending(text: string, window: number): string {
  if (text.length <= window) return text;
  const end = text.slice(-window);
  const start = end.includes("\n") ? end.indexOf("\n") : end.search(/\s/);
  return end.slice(start + 1);
}

/** An output ends with the result of the command. */
function bothEnds(text: string): string {
  return text.length <= 2 * WINDOW ? text : `${beginning(text)}\n…\n${ending(text, WINDOW)}`;
}

/** Limits the depth and length of a tool input, which is unknown JSON. */
function cutStrings(value: unknown, depth: number): JsonValue {
  if (typeof value === "string") return beginning(value);
  if (typeof value === "number" || typeof value === "boolean") return value;
  if (typeof value !== "object" || value === null || depth > 8) return null;
  if (Array.isArray(value)) return value.slice(0, 200).map((item) => cutStrings(item, depth + 1));
  return Object.fromEntries(
    Object.entries(value)
      .slice(0, 200)
      .map(([key, item]) => [key, cutStrings(item, depth + 1)]),
  );
}
