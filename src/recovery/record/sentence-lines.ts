import { requestsOf } from "../../capture/has-work.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Sentence } from "../../kernel/statement.ts";
import { truncateToBestClauses } from "../../statements/best-clauses.ts";
import { looksLikeRule } from "../../statements/model.ts";
import { remarkOf } from "../../statements/remarks.ts";
import { boundedAtWord } from "../../text/bounded.ts";
import { comparableWords } from "../../text/comparable-words.ts";
import { plainLine } from "../../text/fence.ts";
import type { Line } from "./sections.ts";
import { findWholeRequest, type WholeRequest } from "./whole-request.ts";
import { withReferents } from "./with-referents.ts";

/** Value of lines that are always included. */
const CERTAIN = 2;
/** Values of the two sentences that best describe the goal. */
const OPENING = [1.6, 0.8];
/** If all sentences of the latest prompt are worth less, it depends on the prompt before it, which is then included. */
const LITTLE = 0.25;

const NOT_TASKS: ReadonlySet<Sentence["kind"]> = new Set(["constraint", "intervention"]);

/** This much of the latest request is always included. The rest competes with the other lines. */
export const REQUEST_CHARS = 420;

/**
 * Converts the user's sentences to lines. The first and the latest request have their own sections. The rest keeps its
 * order, so that a correction comes after what it corrects. If the latest request has room for more
 * than `REQUEST_CHARS`, it is one line as it was written, with what was pasted.
 */
export function sentenceLines(given: Capture, requestChars: number = REQUEST_CHARS): Line[] {
  const capture = withoutIdlePrompts(given);
  const { prompts, proposal, responses, goal } = capture;
  const sentences = withRecency(withReferents(withAskedOnce(capture.sentences)));
  const whole = requestChars > REQUEST_CHARS ? findWholeRequest(capture, requestChars) : undefined;
  const { latest, before } = latestOf(sentences, { at: prompts.at(-1)?.at, before: whole?.before?.at });
  const certain = within(REQUEST_CHARS, [...before, ...latest]);
  const first = openingOf(sentences, [...before, ...latest], goal);
  const refusedAt = new Set(responses.filter(({ channel }) => channel === "refusal").map(({ at }) => at));
  const own = sentences.map((sentence, order): Line => {
    const isAnswer = isShownWithAsked(sentence);
    const line = { text: textOf(sentence), order, prompt: sentence.at, isAnswer };
    const requested = (certain.has(sentence) ? CERTAIN : 0) + sentence.worth;
    const inProse = { ...line, text: textInProse(sentence, sentences[order + 1]), value: requested };
    if (latest.includes(sentence)) return { ...inProse, section: "request" };
    if (before.includes(sentence)) return { ...inProse, section: "before" };
    if (refusedAt.has(sentence.at) && sentence.asked !== null)
      return {
        order,
        text: refusalOf(sentence),
        section: "refusals",
        value: Math.max(REFUSAL, sentence.worth),
      };
    const opening = first.indexOf(sentence);
    if (opening >= 0 && !NOT_TASKS.has(sentence.kind))
      return { ...line, section: "goal", value: Math.max(OPENING[opening] ?? 0, sentence.worth) };
    return { ...line, section: "statements", value: sentence.worth };
  });
  const said = whole
    ? [
        ...wholeLines(whole, latest),
        ...offeredLines(own, sentences),
        ...own.filter((line) => !isWithin(line, whole)),
      ]
    : own;
  // Without a request, nothing agreed to what the agent said last.
  if (proposal === null || prompts.length === 0 || latest.some(isShownWithAsked)) return said;
  return [...said, proposalLine(proposal, sentences.length)];
}

/** Value of what the agent had offered, relative to the answer. It counts twice if the answer decides something. */
const OFFER_SHARE = 0.2;
const REPLIES: ReadonlySet<Sentence["kind"]> = new Set(["decision", "intervention"]);

/** Looks only at the words of the few sentences that can be one, since that takes time in a fresh process. */
function isRejection({ kind, text }: Sentence): boolean {
  return kind === "intervention" && remarkOf(text) === "rejected";
}

/**
 * What the agent had offered before an answer that names it in words of its own. It stands before the answer, and is
 * marked as the agent's words, and as rejected if the person said that it is wrong.
 */
function offeredLines(lines: readonly Line[], sentences: readonly Sentence[]): Line[] {
  const rejected = new Set(sentences.filter(isRejection).map(({ at }) => at));
  return lines.flatMap(({ section, order, value }) => {
    const sentence = sentences[order];
    if (section !== "statements" || sentence?.offered === undefined) return [];
    const share = REPLIES.has(sentence.kind) ? 2 * OFFER_SHARE : OFFER_SHARE;
    const agent = rejected.has(sentence.at) ? "agent, rejected" : "agent";
    const text = `(${agent}: ${plainLine(sentence.offered)})`;
    return [{ section, text, order: order - 0.5, value: value * share }];
  });
}

/** Value of lines that are chosen before all others. */
const FIRST = 1_000;

/** No prompt has more sentences, so that a whole request precedes those for which it had no room. */
const LONGEST = 1_000;

/** The whole requests, and what the sentences of the latest one answer. */
function wholeLines({ request, before }: WholeRequest, latest: readonly Sentence[]): Line[] {
  const answers = latest.filter(isShownWithAsked);
  const asked = answers.map((sentence) => askedOf(sentence, { isOnly: answers.length === 1 }));
  const line = (section: "request" | "before", text: string, i = 0): Line => {
    return { section, text, order: i - LONGEST, value: FIRST };
  };
  return [
    ...(before === null ? [] : [line("before", before.text)]),
    ...[request, ...asked].map((text, i) => line("request", text, i)),
  ];
}

/** Whether a whole request contains a sentence, and what it answers is named with it. */
function isWithin({ section, text }: Line, { request, before }: WholeRequest): boolean {
  const [said = ""] = text.split(/ \(?← /);
  const whole = section === "request" ? request : section === "before" ? (before?.text ?? "") : "";
  return whole.includes(said.replace(/…$/, ""));
}

const NAMED_ANSWER = 40;

function askedOf({ text, asked }: Sentence, { isOnly }: { isOnly: boolean }): string {
  const answered = `← ${truncateToBestClauses(plainLine(asked ?? ""), ANSWERED)}`;
  return isOnly ? answered : `(“${boundedAtWord(plainLine(text), NAMED_ANSWER)}” ${answered})`;
}

/** Omits the prompts that only ask to go on, and commands, with their sentences. */
function withoutIdlePrompts(capture: Capture): Capture {
  const prompts = requestsOf(capture);
  const kept = new Set(prompts.map(({ at }) => at));
  const idle = capture.prompts.map(({ at }) => at).filter((at) => !kept.has(at));
  const sentences = capture.sentences.filter(({ at, asked }) => asked !== null || !idle.includes(at));
  return { ...capture, prompts, sentences };
}

/** If several sentences of a prompt answer the same thing, it is kept only with the most valuable one. */
function withAskedOnce(sentences: readonly Sentence[]): Sentence[] {
  const keyOf = ({ at, asked }: Sentence) => `${at} ${asked}`;
  const best = new Map<string, Sentence>();
  for (const sentence of sentences)
    if (sentence.worth > (best.get(keyOf(sentence))?.worth ?? -1)) best.set(keyOf(sentence), sentence);
  return sentences.map((sentence) =>
    best.get(keyOf(sentence)) === sentence ? sentence : { ...sentence, asked: null },
  );
}

/**
 * How much the log-odds fall with the logarithm of the number of later prompts, and the number at which they do not
 * change. Found by cross-validation.
 */
const RECENCY = 0.12;
const USUAL = 10;

/**
 * Adjusts the worth by age, which the classifier does not know: of two similar sentences, the newer one is worth more.
 */
function withRecency(sentences: readonly Sentence[]): Sentence[] {
  const times = [...new Set(sentences.map(({ at }) => at))];
  const orderOf = new Map(times.map((at, order) => [at, order]));
  return sentences.map((sentence) => {
    const after = times.length - 1 - (orderOf.get(sentence.at) ?? 0);
    const odds = (sentence.worth / (1 - sentence.worth)) * ((1 + after) / USUAL) ** -RECENCY;
    return { ...sentence, worth: Number.isFinite(odds) ? odds / (1 + odds) : sentence.worth };
  });
}

const PROPOSAL = 240;

/** The proposal that the latest prompt merely agrees to. */
function proposalLine(proposal: string, order: number): Line {
  return {
    section: "request",
    text: `← ${truncateToBestClauses(plainLine(proposal), PROPOSAL)}`,
    order,
    value: CERTAIN,
  };
}

/** Chooses the most valuable sentences that fit, newest first if equal. */
function within(chars: number, sentences: readonly Sentence[]): Set<Sentence> {
  const chosen = new Set<Sentence>();
  let left = chars;
  for (const sentence of sentences.toReversed().toSorted((a, b) => b.worth - a.worth)) {
    left -= textOf(sentence).length;
    if (left >= 0) chosen.add(sentence);
  }
  return chosen;
}

interface Latest {
  latest: readonly Sentence[];
  before: readonly Sentence[];
}

/**
 * The sentences of the last prompt and, if these have little worth, of the one before it, or of a prompt that is known
 * to say what to do.
 */
function latestOf(
  sentences: readonly Sentence[],
  { at, before }: { at: number | undefined; before: number | undefined },
): Latest {
  const times = [...new Set(sentences.map((sentence) => sentence.at))].filter(
    (time) => at === undefined || time <= at,
  );
  const latest = sentences.filter((sentence) => sentence.at === times.at(-1));
  const isVague = latest.every(({ worth, asked }) => worth < LITTLE && asked === null);
  const earlier = before ?? (isVague ? times.at(-2) : undefined);
  return { latest, before: sentences.filter((sentence) => sentence.at === earlier) };
}

/** The goal is in one of the first prompts, but not always in the first sentence. */
const OPENING_PROMPTS = 3;

/**
 * Finds the goal of the session: the most valuable sentences of its first prompts. Prompts that only state rules come
 * before the task.
 */
function openingOf(
  sentences: readonly Sentence[],
  latest: readonly Sentence[],
  goal: string | null,
): Sentence[] {
  if (goal === null) return [];
  const times = openingTimes(sentences);
  const early = sentences.filter(
    (sentence) => times.includes(sentence.at) && sentence.asked === null && !latest.includes(sentence),
  );
  const first = early.filter(({ at }) => at === times[0]);
  const best = first.some(({ worth }) => worth >= LITTLE) ? first : early;
  return best.toSorted((a, b) => b.worth - a.worth).slice(0, OPENING.length);
}

/** The first prompts that do not only state rules. Only these are classified, since sessions are long. */
function openingTimes(sentences: readonly Sentence[]): number[] {
  const times: number[] = [];
  for (const { at, text } of sentences) {
    if (times.length === OPENING_PROMPTS) break;
    if (at !== times.at(-1) && !looksLikeRule(firstClause(text))) times.push(at);
  }
  return times;
}

/** A task may come with a rule in one sentence: "Add pagination; the page size must stay 20." */
function firstClause(text: string): string {
  return /^[^;；؛]*/u.exec(text)?.[0] ?? text;
}

const ANSWERED = 120;
/** Minimum value of a refusal, since what the user refused should not be tried again. */
const REFUSAL = 0.6;

function refusalOf({ text, asked }: Sentence): string {
  return `${plainLine(text)} (refusing: ${truncateToBestClauses(plainLine(asked ?? ""), ANSWERED)})`;
}

/** Answers that are worth less are small talk, and what they answer is omitted. */
const ANSWER_WORTH = 0.3;

function isShownWithAsked({ text, asked, kind, worth }: Sentence): boolean {
  if (asked === null || comparableWords(text).includes(comparableWords(asked))) return false;
  return kind === "decision" || worth >= ANSWER_WORTH;
}

/** Puts what a sentence answers in parentheses if another sentence of the prompt follows. */
function textInProse(sentence: Sentence, next: Sentence | undefined): string {
  return next?.at === sentence.at ? textOf(sentence, ["(", ")"]) : textOf(sentence);
}

function textOf(sentence: Sentence, [open, close]: readonly [string, string] = ["", ""]): string {
  const line = plainLine(sentence.text);
  if (!isShownWithAsked(sentence)) return line;
  return `${line} ${open}← ${truncateToBestClauses(plainLine(sentence.asked ?? ""), ANSWERED)}${close}`;
}
