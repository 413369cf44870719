import * as z from "zod";
import { readHead } from "../../files/read-head.ts";

/** Lines that a fork took over say in which session they were asked. */
const Copied = z.object({
  type: z.literal("assistant"),
  sessionId: z.string(),
  requestSessionId: z.string().regex(/^[\w-]{1,128}$/),
});

/** The nearest session that a fork was made of: the last line that it took over is that one's own. */
export async function forkedFrom(path: string): Promise<string | undefined> {
  if (!path.endsWith(".jsonl")) return undefined;
  const lines = (await readHead(path)).flatMap((line) => Copied.safeParse(line).data ?? []);
  return lines.findLast(({ sessionId, requestSessionId }) => sessionId !== requestSessionId)
    ?.requestSessionId;
}
