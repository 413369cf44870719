import type { TranscriptEntry } from "../kernel/agent/transcript.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Statement } from "../kernel/statement.ts";
import { isEcho, isSamePrompt, isWaiting, waitingId } from "../sessions/same-prompt.ts";
import { isSystemText } from "../sessions/system-text.ts";
import { describesWork } from "../statements/describes-work.ts";
import { findProposal, findSentences } from "../statements/find-sentences.ts";
import { keepSentences, reclassifySentences } from "../statements/keep-sentences.ts";
import { bounded, boundedMiddle, MAX_TEXT } from "../text/bounded.ts";
import { keepTodos, mergeWrittenTodos } from "./facts/keep-todos.ts";
import { insertByTime, LIMITS } from "./limits.ts";

type Entry<T extends TranscriptEntry["type"]> = Extract<TranscriptEntry, { type: T }>;

/**
 * Inserts a prompt by its time. A prompt that is reported twice is added once. A hook does not always know the author:
 * what the transcript attributes to the client is removed again.
 */
export function foldPrompt(before: Capture, entry: Entry<"prompt">): Capture {
  const { text, fromClient } = entry;
  const capture = withLastText(before, entry);
  const prompt = statementOf(entry);
  const known = findKnown(capture.prompts, prompt);
  if (isSystemText(text, fromClient)) return known ? withoutPrompt(capture, known) : capture;
  return known ? confirm(capture, known, prompt) : add(capture, prompt, text);
}

/** Of prompts in the same words, the one with the id of the report, or the newest: a queued one waits briefly. */
function findKnown(prompts: readonly Statement[], report: Statement): Statement | undefined {
  const same = prompts.filter((known) => isSamePrompt(known, report));
  return same.find(({ id }) => id === report.id) ?? same.at(-1);
}

/** Removes a queued prompt that the user withdrew, with its sentences. */
export function foldUnqueued(capture: Capture, { text, since }: Entry<"unqueued">): Capture {
  const taken = capture.prompts.findLast(
    (prompt) => prompt.text === promptText(text) && (isEcho(prompt, since) || isWaiting(prompt)),
  );
  return taken ? withoutPrompt(capture, taken) : capture;
}

/** Removes a prompt with its sentences. */
function withoutPrompt(capture: Capture, removed: Statement): Capture {
  const prompts = capture.prompts.filter((prompt) => prompt !== removed);
  const isGoal = removed === capture.prompts[0] && removed.text === capture.goal;
  return {
    ...capture,
    prompts,
    promptsSeen: Math.max(0, capture.promptsSeen - 1),
    goal: isGoal ? firstRequest(prompts) : capture.goal,
    sentences: capture.sentences.filter(({ at }) => at !== removed.at),
  };
}

/** Keeps both ends of a long prompt, since a request often follows what was pasted. */
function promptText(text: string): string {
  return boundedMiddle(text, MAX_TEXT, "\n[…]\n");
}

function statementOf({ text, promptId, uuid, at, queued }: Entry<"prompt">): Statement {
  return {
    id: queued === "waiting" ? waitingId(at) : (promptId ?? uuid ?? `${at}`),
    ...(promptId !== undefined && !queued ? { keyed: true } : {}),
    channel: queued ? "queued" : "typed",
    text: promptText(text),
    asked: null,
    at,
  };
}

function add(capture: Capture, prompt: Statement, text: string): Capture {
  const found = findSentences(text, { offer: capture.offer, prompts: capture.promptsSeen });
  const prompts = insertByTime(capture.prompts, prompt, LIMITS.prompts);
  const isFirst = prompts[0] === prompt && capture.goal === firstRequest(capture.prompts);
  return {
    ...capture,
    promptsSeen: capture.promptsSeen + 1,
    goal: isFirst ? firstRequest(prompts) : (capture.goal ?? firstRequest([prompt])),
    prompts,
    proposal: prompts.at(-1) === prompt ? findProposal(text.trim(), capture.offer) : capture.proposal,
    sentences: keepSentences(reclassifySentences(capture.sentences, capture.turn), found, prompt.at),
    turn: null,
    todos: keepTodos(mergeWrittenTodos(capture.todos, text)),
  };
}

/** What the session is for: the first prompt that describes work. */
function firstRequest(prompts: readonly Statement[]): string | null {
  return prompts.find(({ text }) => describesWork(text))?.text ?? null;
}

/**
 * Updates a known prompt from a second report: that it was queued, since when, and that the agent has taken it. Its
 * sentences have its time.
 */
function confirm(capture: Capture, known: Statement, report: Statement): Capture {
  if (report.channel !== "queued" && !isWaiting(known)) return capture;
  const at = Math.min(known.at, report.at);
  const id = isWaiting(known) ? report.id : known.id;
  const others = capture.prompts.filter((prompt) => prompt !== known);
  return {
    ...capture,
    prompts: insertByTime(others, { ...known, id, channel: "queued", at }, LIMITS.prompts),
    sentences: capture.sentences
      .map((sentence) => (sentence.at === known.at ? { ...sentence, at } : sentence))
      .toSorted((one, other) => one.at - other.at),
  };
}

/** Keeps the beginning of the newest user message, even if a program wrote it. */
function withLastText(capture: Capture, { text, at }: Entry<"prompt">): Capture {
  const isOld = at < (capture.prompts.at(-1)?.at ?? 0);
  return isOld ? capture : { ...capture, lastUserText: bounded(text.trimStart(), 100) };
}
