import { isDeepStrictEqual } from "node:util";
import type { Reply } from "../kernel/agent/agent-event.ts";
import { parseReply } from "../kernel/agent/parse-reply.ts";
import type { Context } from "../kernel/context.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { ReplyStorage } from "../kernel/storage/reply-storage.ts";
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

/** The JSON of a reply without secrets. A reply without any stays as it is, byte for byte. */
export function redactStoredReply(stored: string, redactor: Redactor): string {
  const reply = parseReply(stored);
  const redacted = redactReply(reply, redactor);
  return isDeepStrictEqual(redacted, reply) ? stored : JSON.stringify(redacted);
}

/** Applies the current redaction rules to what was delivered and what is pending. Returns the number of changed texts. */
export async function redactReplies(
  { store, redactor }: Pick<Context, "redactor"> & { store: ReplyStorage },
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  return await store.rewriteReplies((stored) => redactStoredReply(stored, redactor), { dryRun });
}
