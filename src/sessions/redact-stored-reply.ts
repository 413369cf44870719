import { isDeepStrictEqual } from "node:util";
import { parseReply } from "../kernel/agent/parse-reply.ts";
import type { Context } from "../kernel/context.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { ReplyStorage } from "../kernel/storage/reply-storage.ts";
import { redactReply } from "./redact-reply.ts";

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
