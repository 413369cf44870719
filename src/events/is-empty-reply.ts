import type { Reply } from "../kernel/agent/agent-event.ts";

export function isEmptyReply({ context, block, notice }: Reply): boolean {
  return context === undefined && block === undefined && notice === undefined;
}
