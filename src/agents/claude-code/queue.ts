import * as z from "zod";
import type { TranscriptEntry } from "../../kernel/agent/transcript.ts";
import { boundedText } from "../bounded.ts";
import { queuedPrompt } from "./prompts.ts";

/**
 * A line about a prompt that was typed while the agent worked. It has no id, so only the order of the lines relates
 * them.
 */
export const QueueLine = z.object({
  type: z.literal("queue-operation"),
  operation: z.string(),
  content: z.string().optional(),
  timestamp: z.string().optional(),
  reason: z.string().optional(),
});
export type QueueLine = z.infer<typeof QueueLine>;

/** A change of the queue. `position` counts the conversation lines before it in the file. */
export interface QueueMove extends QueueLine {
  position: number;
}

export interface QueuedPrompt {
  text: string;
  at: number;
  position: number;
  /** When the user moved it back to the input box. */
  takenBackAt?: number;
  isWaiting: boolean;
}

const MAX_TEXT = 262_144;

/** A person's queued prompts. Notifications are queued too and affect the order. */
export function queuedPrompts(moves: readonly QueueMove[]): QueuedPrompt[] {
  const all: QueuedPrompt[] = [];
  const waiting = new Set<QueuedPrompt>();
  for (const { operation, content, timestamp, reason, position } of moves) {
    const at = Date.parse(timestamp ?? "") || 0;
    if (operation === "enqueue") {
      const prompt = { text: boundedText(content ?? "", MAX_TEXT), at, position, isWaiting: true };
      all.push(prompt);
      waiting.add(prompt);
      continue;
    }
    const isTakenBack = operation === "popAll" || reason === "cancelled";
    for (const prompt of removedPrompts(waiting, operation, content)) {
      waiting.delete(prompt);
      prompt.isWaiting = false;
      if (isTakenBack) prompt.takenBackAt = at;
    }
  }
  return all.flatMap((prompt) => {
    const text = queuedPrompt([prompt.text]);
    return text === undefined ? [] : [{ ...prompt, text }];
  });
}

/** How many queued prompts are searched for a text. */
const MAX_SEARCHED = 50;

/** The prompt with the given text, or the oldest. Without a text, all of them are taken back at once. */
function removedPrompts(
  waiting: ReadonlySet<QueuedPrompt>,
  operation: string,
  content?: string,
): QueuedPrompt[] {
  if (!["dequeue", "remove", "popAll"].includes(operation)) return [];
  if (operation === "popAll" && content === undefined) return [...waiting];
  const oldest = firstOf(waiting, MAX_SEARCHED);
  const named = content === undefined ? undefined : oldest.find(({ text }) => text === content);
  return named ? [named] : oldest.slice(0, 1);
}

function firstOf<T>(items: Iterable<T>, count: number): T[] {
  const first: T[] = [];
  for (const item of items) {
    if (first.length === count) break;
    first.push(item);
  }
  return first;
}

/** The entry of a queued prompt that no conversation line repeats. */
export function queueEntry({ text, at, takenBackAt, isWaiting }: QueuedPrompt): TranscriptEntry {
  if (takenBackAt !== undefined) return { type: "unqueued", at: takenBackAt, text, since: at };
  return { type: "prompt", at, text, queued: isWaiting ? "waiting" : "taken" };
}
