import { isDeepStrictEqual } from "node:util";
import { parseReply } from "../kernel/agent/parse-reply.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import { redactReply } from "./redact-reply.ts";

/** The JSON of a reply without secrets. A reply without any stays as it is, byte for byte. */
export function redactStoredReply(stored: string, redactor: Redactor): string {
  const reply = parseReply(stored);
  const redacted = redactReply(reply, redactor);
  return isDeepStrictEqual(redacted, reply) ? stored : JSON.stringify(redacted);
}
