import type { Reply } from "../kernel/agent/agent-event.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import { mapFenced } from "../text/fence.ts";

/** Applies the current redaction rules to every text of a reply. */
export function redactReply(reply: Reply, redactor: Redactor): Reply {
  const { context, block, notice } = reply;
  return {
    ...reply,
    ...(context === undefined ? {} : { context: mapFenced(context, redactor.text) }),
    ...(block === undefined ? {} : { block: { ...block, reason: redactor.text(block.reason) } }),
    ...(notice === undefined ? {} : { notice: redactor.text(notice) }),
  };
}
