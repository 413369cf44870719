import * as z from "zod";
import { Moment } from "./moment.ts";

/** A text in a capture. The limit is `MAX_TEXT` of `text/bounded.ts` plus one character for the ellipsis. */
export const MAX_CAPTURED = 1_501;
export const CapturedText = z.string().max(MAX_CAPTURED);

/**
 * The channel through which a person said something. A prompt is `typed`, or `queued` while the agent worked. The
 * others respond to the agent: an `answer` to a question, a `refusal` of a tool call or plan, an approved `plan`, an
 * `interruption`.
 */
export const CHANNELS = ["typed", "queued", "answer", "refusal", "plan", "interruption"] as const;

/** Something that a person said: verbatim, except for redaction. */
export const Statement = z.object({
  /** The client's id of the prompt or of the tool call. */
  id: z.string(),
  /** Whether the client gave its prompt this id in the report, and would give it the same one in every other. */
  keyed: z.boolean().optional(),
  channel: z.enum(CHANNELS).default("typed"),
  /** For an approved plan: its heading and steps. Empty for an interruption or a refusal without a reason. */
  text: CapturedText,
  /** What it responds to: the question, what was refused, what was interrupted. */
  asked: CapturedText.nullable().default(null),
  at: Moment,
});
export type Statement = z.infer<typeof Statement>;

const probability = z.number().min(0).max(1);

/**
 * How a sentence responds to the agent: by choosing an option, answering a question, refusing a call, or not at all.
 */
export const REPLIES = ["choice", "answer", "refusal", "none"] as const;

/** The context of a sentence: what its words alone do not show. */
export const Form = z.object({
  /** Its position in the prompt, from 0. */
  index: z.number(),
  /** Number of sentences in the prompt. */
  count: z.number(),
  /** Number of earlier prompts. */
  prompts: z.number(),
  reply: z.enum(REPLIES),
  /** Whether anything was pasted into the prompt. */
  pasted: z.boolean(),
});
export type Form = z.infer<typeof Form>;

/** A sentence of the user, and how it was classified. */
export const Sentence = z.object({
  text: CapturedText,
  at: Moment,
  /** The option that it chooses, the question that it answers or the call that it refuses, unless its words say so. */
  asked: CapturedText.nullable(),
  /** An `intervention` says what the person changed without the agent, or which of its explanations is wrong. */
  kind: z.enum(["constraint", "decision", "todo", "intervention", "other"]),
  /** The probability that the next session needs it. */
  worth: probability,
  /** Kept until the turn ends, when the sentence is reclassified by what the agent did. */
  form: Form.optional(),
  /** What the agent had offered before the prompt that the sentence opens, if the sentence does not name it. */
  offered: CapturedText.optional(),
  /** The last delivered record had no room for it. */
  leftOut: z.boolean().optional(),
});
export type Sentence = z.infer<typeof Sentence>;

/** What an agent's answers ask of the user: a choice or a question, or else just the last sentences. */
export const Offer = z.object({
  options: z.array(z.object({ mark: z.string().max(4), text: CapturedText })).max(9),
  /** How many answers ago the options were offered. */
  age: z.number(),
  question: CapturedText.nullable(),
  /** The last sentences of the newest answer. */
  sentences: z.array(CapturedText).max(6),
});
export type Offer = z.infer<typeof Offer>;

/** What the agent did after a prompt. */
export interface Turn {
  tools: boolean;
  edits: boolean;
  /** Length of its last answer. */
  chars: number;
  /** Whether the answer ends with a question. */
  asks: boolean;
}
