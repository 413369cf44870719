import * as z from "zod";
import { defineSlice } from "../kernel/capture-slice.ts";

/** What the last notification was about. */
export interface NotifiedAnswer {
  /** Hash of the last answer that a person was notified of (the seed's `last_feedback_received`). */
  answer: string | null;
  /** The time of the prompt whose turn had a desktop notification; undefined if none had. */
  prompt?: number | null | undefined;
}

export const notifiedAnswer = defineSlice<NotifiedAnswer>({
  name: "notifications",
  version: 1,
  schema: z.object({ answer: z.string().nullable(), prompt: z.number().nullable().optional() }),
  empty: { answer: null },
});
