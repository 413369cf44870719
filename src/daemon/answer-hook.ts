import { rmSync } from "node:fs";
import type { Context, Logger } from "../kernel/context.ts";
import { isEventId, readSpoolFile, spoolPath } from "../spool/spool-file.ts";
import { answerEvent, type HandleEvent } from "../surfaces/hook/answer-event.ts";

export interface HookAnswer {
  status: number;
  body: string;
  /** To be called once the hook has the answer. Until then its file stays: the hook's own process reads it again. */
  taken?: () => void;
}

/**
 * Answers the event that a hook has just spooled. The body begins with the protocol, so that the entry never passes on what a stranger on the socket says.
 */
export async function answerHook(
  ctx: Context,
  { handle, log, id }: { handle: HandleEvent; log: Logger; id: string },
): Promise<HookAnswer> {
  if (!isEventId(id)) return { status: 400, body: "" };
  const path = spoolPath(ctx.paths.spool, id, "part");
  const read = readSpoolFile(path, id);
  if (read.type === "gone") return { status: 404, body: "" };
  if (read.type !== "event") return { status: 422, body: "" };
  try {
    const reply = await answerEvent(ctx, handle, read.event);
    return { status: 200, body: `holdfast 1 ${reply}`, taken: () => rmSync(path, { force: true }) };
  } catch (error) {
    // The entry falls back to its own process, which meets the same store: the event stays in the spool either way.
    log.error("hook failed", error, { event: read.event.event });
    return { status: 503, body: "" };
  }
}
