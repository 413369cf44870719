import type { Context } from "../kernel/context.ts";
import type { ReplyStorage } from "../kernel/storage/reply-storage.ts";
import { redactStoredReply } from "./redact-stored-reply.ts";

/** Applies the current redaction rules to what was delivered and what is pending. Returns the number of changed texts. */
export async function redactReplies(
  { store, redactor }: Pick<Context, "redactor"> & { store: ReplyStorage },
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  return await store.rewriteReplies((stored) => redactStoredReply(stored, redactor), { dryRun });
}
