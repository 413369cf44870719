import * as z from "zod";
import type { Reply } from "../kernel/agent/agent-event.ts";

const StoredReply = z.object({
  context: z.string().optional(),
  block: z.object({ reason: z.string(), quiet: z.boolean().default(false) }).optional(),
  notice: z.string().optional(),
});

export function parseReply(stored: string): Reply {
  const { context, block, notice } = StoredReply.parse(JSON.parse(stored));
  return {
    ...(context === undefined ? {} : { context }),
    ...(block === undefined ? {} : { block }),
    ...(notice === undefined ? {} : { notice }),
  };
}
