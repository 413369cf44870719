import { isDeepStrictEqual } from "node:util";
import { parseReply } from "../kernel/agent/parse-reply.ts";
import type { Context } from "../kernel/context.ts";
import type { ReplyStorage } from "../kernel/storage/reply-storage.ts";
import { redactReply } from "./redact-reply.ts";

/** Applies the current redaction rules to what was delivered and what is pending. Returns the number of changed texts. */
export async function redactReplies(
  { store, redactor }: Pick<Context, "redactor"> & { store: ReplyStorage },
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  const rewrite = (stored: string) => {
    const reply = parseReply(stored);
    const redacted = redactReply(reply, redactor);
    return isDeepStrictEqual(redacted, reply) ? stored : JSON.stringify(redacted);
  };
  return await store.rewriteReplies(rewrite, { dryRun });
}
