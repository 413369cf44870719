import type { Reply } from "./agent-event.ts";

/** Whether a reply tells neither the model nor the person anything. */
export function isEmptyReply({ context, block, notice }: Reply): boolean {
  return context === undefined && block === undefined && notice === undefined;
}
