import * as z from "zod";
import type { Reply } from "./agent-event.ts";

const StoredReply = z.object({
  context: z.string().optional(),
  block: z.object({ reason: z.string(), quiet: z.boolean().default(false) }).optional(),
  notice: z.string().optional(),
});

/** Whether a text is the JSON of a reply. */
export function isReply(stored: string): boolean {
  try {
    parseReply(stored);
    return true;
  } catch {
    return false;
  }
}

/** Reads a reply that was stored as JSON. */
export function parseReply(stored: string): Reply {
  const { context, block, notice } = StoredReply.parse(JSON.parse(stored));
  return {
    ...(context === undefined ? {} : { context }),
    ...(block === undefined ? {} : { block }),
    ...(notice === undefined ? {} : { notice }),
  };
}
