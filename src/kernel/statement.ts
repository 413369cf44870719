import * as z from "zod";
import { CapturedText } from "./captured-text.ts";

/**
 * The channel through which a person said something. A prompt is `typed`, or `queued` while the agent worked. The others respond to the
 * agent: an `answer` to its question, a `refusal` of a tool call or of a plan, the approval of a `plan`, an `interruption`.
 */
export const CHANNELS = ["typed", "queued", "answer", "refusal", "plan", "interruption"] as const;

/** Something that a person said, verbatim after redaction. */
export const Statement = z.object({
  /** The client's id of the prompt or of the tool call. */
  id: z.string(),
  channel: z.enum(CHANNELS).default("typed"),
  /** Of an approved plan its heading and steps. Empty for a refusal without a reason and for an interruption. */
  text: CapturedText,
  /** What it responds to: the question, what was refused, what was interrupted. */
  asked: CapturedText.nullable().default(null),
  at: z.number(),
});
export type Statement = z.infer<typeof Statement>;
