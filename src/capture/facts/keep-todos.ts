import type { Capture } from "../../kernel/capture.ts";
import { bounded } from "../../text/bounded.ts";
import { comparableWords, hasWords } from "../../text/comparable-words.ts";
import { LIMITS } from "../limits.ts";

type Todo = Capture["todos"][number];

const BOX = /^[ \t>]*(?:[-*+]|\d+[.)])[ \t]+\[([ xX✓✔~>/-])\][ \t]+(\S.*)$/gm;

/** Merges task lists that are written as text. Items in the text get their new state; others do not change. */
export function mergeWrittenTodos(todos: readonly Todo[], text: string): Todo[] {
  const merged = [...todos];
  // Of several todos with the same words, the text means the newest.
  const places = new Map(todos.map(({ content }, place) => [todoKey(content), place]));
  for (const [, box = " ", written = ""] of text.matchAll(BOX)) {
    const content = written.trimEnd();
    if (!hasWords(withoutState(content))) continue;
    const key = todoKey(content);
    const place = places.get(key) ?? merged.length;
    merged[place] = { content, ...merged[place], status: statusOf(box) };
    places.set(key, place);
  }
  return merged;
}

/** Limits the number of todos. Completed ones are dropped first, oldest first. */
export function keepTodos(todos: readonly Todo[]): Todo[] {
  const short = todos.map((todo) => ({ ...todo, content: bounded(todo.content.trim(), 300) }));
  const open = short.filter(({ status }) => status !== "completed").slice(-LIMITS.todos);
  const done = short.filter(({ status }) => status === "completed");
  const kept = new Set([...open, ...done.slice(Math.max(0, open.length + done.length - LIMITS.todos))]);
  return short.filter((todo) => kept.has(todo));
}

function statusOf(box: string): Todo["status"] {
  if (/[xX✓✔]/.test(box)) return "completed";
  return box === " " ? "pending" : "in_progress";
}

/** Two todos are the same if their keys are equal. Emphasis, punctuation and words such as "(done)" are ignored. */
export function todoKey(content: string): string {
  return comparableWords(withoutState(content));
}

function withoutState(content: string): string {
  return content
    .trimEnd()
    .replace(/[([](?:done|completed?|finished|in progress|wip|next|pending|todo)[)\]]$/i, "");
}
