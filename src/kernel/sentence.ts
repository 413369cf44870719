import * as z from "zod";

/** One character more than `MAX_TEXT` of `text/bounded.ts`: the mark of what was cut. */
const text = z.string().max(1_501);
const probability = z.number().min(0).max(1);

/** How a sentence responds to the agent: it chooses an option, answers a question, refuses a call or does none of it. */
export const REPLIES = ["choice", "answer", "refusal", "none"] as const;

/** Where a sentence stood: what its words alone do not say. */
export const Form = z.object({
  /** Of its prompt, from 0. */
  index: z.number(),
  /** How many sentences its prompt has. */
  count: z.number(),
  /** How many prompts came before. */
  prompts: z.number(),
  reply: z.enum(REPLIES),
  /** Something was pasted into its prompt. */
  pasted: z.boolean(),
});
export type Form = z.infer<typeof Form>;

/** A sentence that a person said, and how it was classified. */
export const Sentence = z.object({
  text,
  at: z.number(),
  /** The option that it chooses, the question that it answers or the call that it refuses, when it does not say so itself. */
  asked: text.nullable(),
  kind: z.enum(["constraint", "decision", "todo", "other"]),
  /** How probable it is that whoever goes on needs it. */
  worth: probability,
  /** Kept until the turn is over: then it is classified again, by what the agent did. */
  form: Form.optional(),
});
export type Sentence = z.infer<typeof Sentence>;

/** What an agent's answers leave to the user: a choice, a question, or at least their last words. */
export const Offer = z.object({
  options: z.array(z.object({ mark: z.string().max(4), text })).max(9),
  /** How many answers ago the options were offered. */
  age: z.number(),
  question: text.nullable(),
  /** The last sentences of the newest answer. */
  sentences: z.array(text).max(6),
});
export type Offer = z.infer<typeof Offer>;

/** What the agent did after a prompt. */
export interface Turn {
  tools: boolean;
  edits: boolean;
  /** Length of its last answer. */
  chars: number;
  /** Whether that ends with a question. */
  asks: boolean;
}
