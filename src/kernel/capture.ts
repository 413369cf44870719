import * as z from "zod";
import { CapturedText, Offer, Sentence, Statement } from "./statement.ts";

const at = z.number();
/** Characters of a client's summary. */
export const MAX_SUMMARY = 6_000;

const Todo = z.object({
  content: CapturedText,
  status: z.enum(["pending", "in_progress", "completed"]),
  /** Its id in a client that keeps tasks one by one; the call's that creates it until that is answered. */
  task: z.string().max(200).optional(),
});
const Decision = z.object({ decision: CapturedText, rationale: CapturedText.nullable() });
/** A command with its outcome; `ok` is null while it runs. */
const Command = z.object({
  id: z.string(),
  command: CapturedText,
  ok: z.boolean().nullable(),
  output: CapturedText,
  /** The lines of a failure's output that name what failed, where the output was cut. */
  named: CapturedText.optional(),
  at,
});

/** After this many of its own prompts, what a session inherited is old. */
export const OWN_PROMPTS = 10;

/** What a session did and what was said in it, under the names that checkpoints keep it by. */
const Facts = z.object({
  /** The first prompt: what the session is for. */
  goal: CapturedText.nullable(),
  /** The newest prompts (`typed` or `queued`) by their time; the last one is the latest request. */
  prompts: z.array(Statement),
  /** What the agent had proposed when the newest prompt says no more than yes. */
  proposal: CapturedText.nullable().default(null),
  /** What the user said through other channels than a prompt, by its time: answers, refusals, plans, interruptions. */
  responses: z.array(Statement).default([]),
  /** What the client wrote when it last compacted: its own words, not the user's. */
  summary: z
    .object({ text: z.string().max(MAX_SUMMARY + 1), at })
    .nullable()
    .default(null),
  /** The user's sentences by their time; those of least worth are dropped when there are too many. */
  sentences: z.array(Sentence),
  todos: z.array(Todo),
  decisions: z.array(Decision),
  commands: z.array(Command),
  /** The end of the last answer: where the work stopped. */
  lastAnswer: CapturedText.nullable(),
  /** What was looked for and noted by our memory tools since the last checkpoint (S14). */
  queries: z.array(z.string()).default([]),
  remembered: z.array(z.string()).default([]),
  tokens: z.number().nullable(),
  compactions: z.number().default(0),
  /** What the session took over from the one it continues; passed on while it has said little itself. */
  inherited: z
    .object({
      goal: CapturedText.nullable(),
      request: CapturedText.nullable(),
      /** What the latest request agrees to. */
      proposal: CapturedText.nullable().default(null),
      todos: z.array(Todo),
      decisions: z.array(Decision),
      /** Paths of files that were changed, newest last. */
      files: z.array(z.string()).default([]),
      /** Commands that failed and did not succeed since. */
      failures: z.array(Command).default([]),
      /** Where the work stopped, until the session says so itself. */
      lastAnswer: CapturedText.nullable().default(null),
    })
    .nullable()
    .default(null),
});

/** What the capture keeps for its own use: nothing of it is a fact about the work. */
const Bookkeeping = z.object({
  /** Capture is paused (`holdfast capture pause`). */
  paused: z.boolean().default(false),
  /** When that was last ended; 0 if it never was. */
  resumedAt: z.number().default(0),
  /** Branches that the person left by going back in the conversation: nothing of them is in the capture. */
  left: z.array(z.object({ from: at, last: at, until: at.nullable() })).default([]),
  /** Checkpoints keep the paths of those that were changed. */
  files: z.array(
    z.object({
      path: z.string(),
      action: z.enum(["read", "changed"]),
      at,
      changedAt: at.nullable().default(null),
      /** The edit that is under way, and when the file was changed before it. */
      edit: z.object({ call: z.string(), changedBefore: at.nullable() }).nullable().default(null),
    }),
  ),
  /** How many prompts were captured, those that made room for newer ones included. */
  promptsSeen: z.number().default(0),
  /** What the agent did since the newest prompt, which helps to classify its sentences. */
  turn: z
    .object({ tools: z.boolean(), edits: z.boolean(), chars: z.number(), asks: z.boolean() })
    .nullable()
    .default(null),
  /** What the last answer asks of the user, and the next prompt may answer. */
  offer: Offer.nullable().default(null),
  /** Questions of the agent that are not answered yet, by their call. */
  questions: z.array(z.object({ call: z.string(), text: CapturedText })).default([]),
  /** The beginning of the newest user message, whether a person or a program wrote it. */
  lastUserText: z.string().max(101).nullable().default(null),
  /** Ids of the notes that came with a prompt since the session was last given a record. */
  recalled: z.array(z.string()).default([]),
  /** When the session was last given a record, after how many compactions, and whether that turn came to its end. */
  delivered: z.object({ at, compactions: z.number(), kept: z.boolean() }).nullable().default(null),
  /** The user dismissed what was delivered, and the agent does not know yet. */
  withdrawn: z.boolean().default(false),
  /** What was in the context at the last answer; null before one, and after a compaction. */
  contextUse: z
    .object({ tokens: z.number(), model: z.string().optional(), window: z.number().optional() })
    .nullable()
    .default(null),
  /** The highest use of the context, in percent, that was reported to the user. */
  advisedPercent: z.number().default(0),
  /** A place was saved because the context was nearly full, and it still is. */
  placeKept: z.boolean().default(false),
  /** Milliseconds of work since the last checkpoint: pauses do not count. */
  activeMs: z.number().default(0),
  /** When the last checkpoint was made of it. */
  checkpointedAt: z.number().default(0),
  /** The number of the prompt in whose turn a checkpoint was made before a destructive command. */
  riskSavedAt: z.number().nullable().default(null),
  lastActiveAt: z.number().default(0),
  /** Time of the newest transcript entry that was folded in: older ones are not read again. */
  foldedTo: z.number(),
  /** Size of the transcript when it was last read: only what came after is read next time. */
  transcriptBytes: z.number().default(0),
  transcriptPath: z.string().nullable().default(null),
});

const Capture = z.object({ version: z.literal(3), ...Facts.shape, ...Bookkeeping.shape });

/** What was captured of a session so far. Never changed in place: folding makes a new one. */
export type Capture = z.infer<typeof Capture>;
export type CapturedFacts = z.infer<typeof Facts>;

export const EMPTY_CAPTURE: Capture = {
  version: 3,
  paused: false,
  resumedAt: 0,
  left: [],
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
  offer: null,
  questions: [],
  lastUserText: null,
  lastAnswer: null,
  queries: [],
  remembered: [],
  recalled: [],
  tokens: null,
  compactions: 0,
  delivered: null,
  inherited: null,
  withdrawn: false,
  contextUse: null,
  advisedPercent: 0,
  placeKept: false,
  activeMs: 0,
  checkpointedAt: 0,
  riskSavedAt: null,
  lastActiveAt: 0,
  foldedTo: 0,
  transcriptBytes: 0,
  transcriptPath: null,
};

const FACTS = Object.keys(Facts.shape) as (keyof CapturedFacts)[];

/** The facts alone: what a checkpoint keeps of a capture. */
export function factsOf(capture: Capture): CapturedFacts {
  return Object.fromEntries(FACTS.map((name) => [name, capture[name]])) as CapturedFacts;
}

/** A capture with only facts, as a checkpoint keeps them; undefined for a state of another shape. */
export function captureOfFacts(state: unknown): Capture | undefined {
  const facts = Facts.safeParse(withSentences(state));
  return facts.success ? { ...EMPTY_CAPTURE, ...facts.data } : undefined;
}

/** Reads what is stored with a session. Unreadable data is replaced by an empty capture, since the transcript can refill it. */
export function parseCapture(stored: string | null): Capture {
  if (stored === null) return EMPTY_CAPTURE;
  try {
    return Capture.parse(upgraded(JSON.parse(stored)));
  } catch {
    return EMPTY_CAPTURE;
  }
}

const Version1 = z.looseObject({ version: z.literal(1), told: z.unknown(), off: z.unknown() });
const Version2 = z.looseObject({ version: z.literal(2) });

/** Version 1 had other names for `delivered` and `paused`; up to version 2 only rules were kept of what was said. */
function upgraded(stored: unknown): unknown {
  const first = Version1.safeParse(stored);
  if (first.success) {
    const { told, off, ...rest } = first.data;
    return upgraded({ ...rest, version: 2, delivered: told, paused: off });
  }
  const second = Version2.safeParse(stored);
  return second.success ? { ...Object(withSentences(second.data)), version: 3 } : stored;
}

const WithRules = z.looseObject({
  rules: z.array(z.object({ text: CapturedText, at, weight: z.number().default(3) })),
});
/** The weight of a rule that was meant to last. */
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
