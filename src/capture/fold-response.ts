import type { TranscriptEntry } from "../kernel/agent/transcript.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Statement } from "../kernel/statement.ts";
import { findResponse } from "../statements/find-sentences.ts";
import { keepSentences } from "../statements/keep-sentences.ts";
import { bounded, oneLine } from "../text/bounded.ts";
import { mergeDecisions } from "./facts/decisions.ts";
import { keepTodos, mergeWrittenTodos } from "./facts/keep-todos.ts";
import { insertByTime, LIMITS } from "./limits.ts";
import { outlinePlan } from "./outline-plan.ts";

type Entry<T extends TranscriptEntry["type"]> = Extract<TranscriptEntry, { type: T }>;
type Response = Entry<"question" | "answer" | "refusal" | "plan">;

const TYPES: ReadonlySet<TranscriptEntry["type"]> = new Set(["question", "answer", "refusal", "plan"]);

export function isResponse(entry: TranscriptEntry): entry is Response {
  return TYPES.has(entry.type);
}

/** Adds what the user said in response to a question, a tool call or a plan of the agent. */
export function foldResponse(capture: Capture, entry: Response): Capture {
  switch (entry.type) {
    case "question":
      return { ...capture, questions: addQuestion(capture.questions, entry) };
    case "answer":
      return foldAnswer(capture, entry);
    case "refusal":
      return foldRefusal(capture, entry);
    case "plan":
      return foldPlan(capture, entry);
  }
}

const OPEN_QUESTIONS = 5;

function addQuestion(known: Capture["questions"], { call, text }: Entry<"question">): Capture["questions"] {
  const others = known.filter((question) => question.call !== call);
  return [...others, { call, text: bounded(text) }].slice(-OPEN_QUESTIONS);
}

/** The answer to a question is also a decision. */
function foldAnswer(capture: Capture, { call: id, text, asked, at }: Entry<"answer">): Capture {
  const question = asked ?? capture.questions.find(({ call }) => call === id)?.text ?? null;
  const added = addResponse(capture, { id, channel: "answer", text, asked: question, at });
  if (!added) return capture;
  const decision = bounded(oneLine(text).replaceAll(RECOMMENDED, ""), DECISION);
  const rationale = question === null ? null : `answer to "${bounded(oneLine(question), QUESTION)}"`;
  return {
    ...withSentences(added, { text: decision, asked: question, reply: "choice" }, at),
    questions: added.questions.filter(({ call }) => call !== id),
    decisions: mergeDecisions(added.decisions, [{ decision, rationale }]),
  };
}

/** The suffix with which a client marks the option that the agent prefers. */
const RECOMMENDED = / \(Recommended\)/g;

function foldRefusal(capture: Capture, { call: id, text, asked, at }: Entry<"refusal">): Capture {
  const refused = asked ?? calledBy(capture, id);
  const added = addResponse(capture, { id, channel: "refusal", text, asked: refused, at });
  return added ? withSentences(added, { text, asked: refused, reply: "refusal" }, at) : capture;
}

/** An approved plan is also a decision, and its checkboxes are todos. */
function foldPlan(capture: Capture, { call: id, text, at }: Entry<"plan">): Capture {
  const outline = outlinePlan(text);
  const added = addResponse(capture, { id, channel: "plan", text: outline, asked: null, at });
  if (!added || outline === "") return capture;
  const decision = bounded(oneLine(outline), DECISION);
  return {
    ...added,
    decisions: mergeDecisions(added.decisions, [{ decision, rationale: "the user approved this plan" }]),
    todos: keepTodos(mergeWrittenTodos(added.todos, text)),
  };
}

const DECISION = 400;
const QUESTION = 200;

/** Returns undefined if the response is already known. */
export function addResponse(capture: Capture, given: Statement): Capture | undefined {
  const asked = given.asked === null ? null : bounded(given.asked, ASKED);
  const statement = { ...given, asked, text: bounded(given.text.trim()) };
  const isKnown = capture.responses.some(
    (known) =>
      known.id === statement.id && known.channel === statement.channel && known.asked === statement.asked,
  );
  if (isKnown) return undefined;
  return { ...capture, responses: insertByTime(capture.responses, statement, LIMITS.responses) };
}

const ASKED = 600;

function withSentences(
  capture: Capture,
  said: { text: string; asked: string | null; reply: "choice" | "refusal" },
  at: number,
): Capture {
  const found = findResponse(said, capture.promptsSeen);
  return { ...capture, sentences: keepSentences(capture.sentences, found, at) };
}

/** Describes a refused call from what the capture knows about it, if the client does not. */
function calledBy({ commands, files, questions }: Capture, call: string): string | null {
  return (
    commands.find(({ id }) => id === call)?.command ??
    files.find(({ edit }) => edit?.call === call)?.path ??
    questions.find((question) => question.call === call)?.text ??
    null
  );
}
