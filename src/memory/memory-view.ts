import * as z from "zod";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { Memory } from "../kernel/record.ts";
import { neutralize } from "../text/neutralize.ts";

export const MemoryView = z.object({
  id: z.string(),
  text: z.string(),
  uses: z.number(),
  createdAt: z.string(),
});

/** Converts a memory for output, redacted and without control tags of clients. */
export function toMemoryView(
  { id, text, uses, createdAt }: Memory,
  redactor: Redactor,
): z.infer<typeof MemoryView> {
  return { id, text: neutralize(redactor.text(text)), uses, createdAt: new Date(createdAt).toISOString() };
}
