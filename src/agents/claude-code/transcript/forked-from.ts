import * as z from "zod";
import { readHead } from "../../files/read-head.ts";

/** A line that a fork copied names the session that made the request. */
const Copied = z.object({
  type: z.literal("assistant"),
  sessionId: z.string(),
  requestSessionId: z.string().regex(/^[\w-]{1,128}$/),
});

/**
 * The session that a fork was made from. A fork of a fork names several sessions; the last line names the direct
 * parent.
 */
export async function forkedFrom(path: string): Promise<string | undefined> {
  if (!path.endsWith(".jsonl")) return undefined;
  const lines = (await readHead(path)).flatMap((line) => Copied.safeParse(line).data ?? []);
  return lines.findLast(({ sessionId, requestSessionId }) => sessionId !== requestSessionId)
    ?.requestSessionId;
}
