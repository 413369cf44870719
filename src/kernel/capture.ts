import * as z from "zod";
import { Moment } from "./moment.ts";
import { CapturedText, Offer, Sentence, Statement } from "./statement.ts";

const at = Moment;
/** Maximum length of a client's summary, in characters. */
export const MAX_SUMMARY = 6_000;

const Todo = z.object({
  content: CapturedText,
  status: z.enum(["pending", "in_progress", "completed"]),
  /** Its id in a client that manages tasks individually; until the client assigns one, the id of the creating call. */
  task: z.string().max(200).optional(),
  /** The call that created it, by which a call that is reported twice is recognized. */
  call: z.string().max(200).optional(),
});
const Decision = z.object({ decision: CapturedText, rationale: CapturedText.nullable() });
/** A command and its outcome. `ok` is null while it runs. */
const Command = z.object({
  id: z.string(),
  command: CapturedText,
  ok: z.boolean().nullable(),
  output: CapturedText,
  /** If the output was truncated: the lines that name what failed. */
  named: CapturedText.optional(),
  at,
});

/** After this many prompts of its own, what a session inherited is stale. */
export const INHERITED_STALE_AFTER = 10;

/** What a session did and what was said in it. Checkpoints store these fields under the same names. */
const Facts = z.object({
  /** The first prompt: what the session is for. */
  goal: CapturedText.nullable(),
  /** The newest prompts (`typed` or `queued`) by their time; the last one is the latest request. */
  prompts: z.array(Statement),
  /** The agent's proposal, if the newest prompt merely agrees to it. */
  proposal: CapturedText.nullable().default(null),
  /** What the user said other than in prompts, by time: answers, refusals, approved plans, interruptions. */
  responses: z.array(Statement).default([]),
  /** The summary that the client wrote at the last compaction. */
  summary: z
    .object({ text: z.string().max(MAX_SUMMARY + 1), at })
    .nullable()
    .default(null),
  /** The user's sentences by time. If there are too many, those with the lowest worth are dropped. */
  sentences: z.array(Sentence),
  todos: z.array(Todo),
  decisions: z.array(Decision),
  commands: z.array(Command),
  /** The end of the last answer: where the work stopped. */
  lastAnswer: CapturedText.nullable(),
  /** When it was given; null if that is not known. */
  lastAnswerAt: at.nullable().default(null),
  /** What the memory tools searched for and noted since the last checkpoint (S14). */
  queries: z.array(z.string()).default([]),
  remembered: z.array(z.string()).default([]),
  tokens: z.number().nullable(),
  compactions: z.number().default(0),
  /**
   * What the session took over from the one that it continues. It is passed on until the session has enough prompts of
   * its own.
   */
  inherited: z
    .object({
      goal: CapturedText.nullable(),
      request: CapturedText.nullable(),
      /** The newest prompts, since the latest request may depend on the one before it. */
      prompts: z.array(Statement).optional(),
      /** The proposal that the latest request agrees to. */
      proposal: CapturedText.nullable().default(null),
      todos: z.array(Todo),
      decisions: z.array(Decision),
      /** Paths of changed files, newest last. */
      files: z.array(z.string()).default([]),
      /** Commands that failed and have not succeeded since. */
      failures: z.array(Command).default([]),
      /** Where the work stopped, until the session has an answer of its own. */
      lastAnswer: CapturedText.nullable().default(null),
      lastAnswerAt: at.nullable().optional(),
      /** The newest plan that the user approved. */
      plan: Statement.optional(),
    })
    .nullable()
    .default(null),
  /** The name that the user gave the session in the client. */
  title: CapturedText.nullable().default(null),
});

/** Internal state of the capture, as opposed to facts about the work. */
const Bookkeeping = z.object({
  /** Capture is paused (`holdfast capture pause`). */
  paused: z.boolean().default(false),
  /** When capture was last resumed; 0 if it was never paused. */
  resumedAt: z.number().default(0),
  /** Branches that the person left by going back in the conversation. The capture contains nothing from them. */
  left: z.array(z.object({ from: at, last: at, until: at.nullable() })).default([]),
  /** Checkpoints store only the paths of the changed ones. */
  files: z.array(
    z.object({
      path: z.string(),
      action: z.enum(["read", "changed"]),
      at,
      changedAt: at.nullable().default(null),
      /** The edit in progress, and the previous `changedAt`. */
      edit: z.object({ call: z.string(), changedBefore: at.nullable() }).nullable().default(null),
      /** The change was its deletion. It may also be a directory. */
      deleted: z.boolean().optional(),
    }),
  ),
  /** Number of captured prompts, including those that were dropped to make room. */
  promptsSeen: z.number().default(0),
  /** What the agent did since the newest prompt. Used to classify the sentences of that prompt. */
  turn: z
    .object({ tools: z.boolean(), edits: z.boolean(), chars: z.number(), asks: z.boolean() })
    .nullable()
    .default(null),
  /** When an error of the model last ended a turn; null if only hooks could report it. */
  failedAt: at.nullable().default(null),
  /** What the last answer asks of the user. The next prompt may respond to it. */
  offer: Offer.nullable().default(null),
  /** The agent's unanswered questions, by the id of their call. */
  questions: z.array(z.object({ call: z.string(), text: CapturedText })).default([]),
  /** The beginning of the newest user message, whether a person or a program wrote it. */
  lastUserText: z.string().max(101).nullable().default(null),
  /** The last delivery of a record: when, after how many compactions, and whether its turn was completed. */
  delivered: z.object({ at, compactions: z.number(), kept: z.boolean() }).nullable().default(null),
  /** The user dismissed what was delivered, and the agent has not been notified yet. */
  withdrawn: z.boolean().default(false),
  /** The size of the context at the last answer; null before the first answer and after a compaction. */
  contextUse: z
    .object({ tokens: z.number(), model: z.string().optional(), window: z.number().optional() })
    .nullable()
    .default(null),
  /** Milliseconds of work since the last checkpoint, not counting pauses. */
  activeMs: z.number().default(0),
  /** When the last checkpoint of this session was made. */
  checkpointedAt: z.number().default(0),
  lastActiveAt: z.number().default(0),
  /** Time of the newest transcript entry that was folded in. Older entries are not read again. */
  foldedTo: z.number(),
  /** Size of the transcript when it was last read. The next read starts there. */
  transcriptBytes: z.number().default(0),
  transcriptPath: z.string().nullable().default(null),
  /** What capabilities keep for themselves, by their names (`capture-slice.ts`). */
  slices: z.record(z.string(), z.object({ version: z.number(), value: z.unknown() })).default({}),
});

export const Capture = z.object({ version: z.literal(3), ...Facts.shape, ...Bookkeeping.shape });

/** What was captured of a session so far. Immutable: folding returns a new capture. */
export type Capture = z.infer<typeof Capture>;
export type CapturedFacts = z.infer<typeof Facts>;

export const EMPTY_CAPTURE: Capture = {
  version: 3,
  paused: false,
  resumedAt: 0,
  left: [],
  title: null,
  goal: null,
  prompts: [],
  proposal: null,
  responses: [],
  summary: null,
  sentences: [],
  todos: [],
  decisions: [],
  files: [],
  commands: [],
  promptsSeen: 0,
  turn: null,
  failedAt: null,
  offer: null,
  questions: [],
  lastUserText: null,
  lastAnswer: null,
  lastAnswerAt: null,
  queries: [],
  remembered: [],
  tokens: null,
  compactions: 0,
  delivered: null,
  inherited: null,
  withdrawn: false,
  contextUse: null,
  activeMs: 0,
  checkpointedAt: 0,
  lastActiveAt: 0,
  foldedTo: 0,
  transcriptBytes: 0,
  transcriptPath: null,
  slices: {},
};

const FACTS = Object.keys(Facts.shape) as (keyof CapturedFacts)[];

/** The part of a capture that a checkpoint stores. */
export function factsOf(capture: Capture): CapturedFacts {
  return Object.fromEntries(FACTS.map((name) => [name, capture[name]])) as CapturedFacts;
}

/** Restores a capture from the facts that a checkpoint stores. Undefined for a state of another shape. */
export function captureOfFacts(state: unknown): Capture | undefined {
  const facts = Facts.safeParse(withSentences(state));
  return facts.success ? { ...EMPTY_CAPTURE, ...facts.data } : undefined;
}

/**
 * Parses the capture that is stored with a session. Unreadable data becomes an empty capture; the transcript can refill
 * it.
 */
export function parseCapture(stored: string | null): Capture {
  if (stored === null) return EMPTY_CAPTURE;
  try {
    return Capture.parse(upgrade(JSON.parse(stored)));
  } catch {
    return EMPTY_CAPTURE;
  }
}

const Version1 = z.looseObject({ version: z.literal(1), told: z.unknown(), off: z.unknown() });
const Version2 = z.looseObject({ version: z.literal(2) });

/** The newest form of a stored capture. Version 1 had other names for `delivered` and `paused`. Until version 2, only rules were kept, not sentences. */
export function upgrade(stored: unknown): unknown {
  const first = Version1.safeParse(stored);
  if (first.success) {
    const { told, off, ...rest } = first.data;
    return upgrade({ ...rest, version: 2, delivered: told, paused: off });
  }
  const second = Version2.safeParse(stored);
  return second.success ? { ...Object(withSentences(second.data)), version: 3 } : stored;
}

const WithRules = z.looseObject({
  rules: z.array(z.object({ text: CapturedText, at, weight: z.number().default(3) })),
});
/** The highest weight of a rule. */
const HEAVIEST = 5;

/** Converts the rules of an earlier version to sentences. */
function withSentences(state: unknown): unknown {
  const old = WithRules.safeParse(state);
  if (!old.success) return state;
  const { rules, ...rest } = old.data;
  const kept = rules.filter(({ weight }) => weight > 0);
  const sentences = kept.map(({ weight, ...rule }) => ({
    ...rule,
    asked: null,
    kind: "constraint",
    worth: Math.min(1, weight / HEAVIEST),
  }));
  return { ...rest, sentences };
}
