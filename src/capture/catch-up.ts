import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import type { ReadTranscripts } from "../kernel/transcript-tail.ts";
import { foldTail } from "./fold-tail.ts";
import { readTranscriptTail } from "./read-transcript-tail.ts";
import { withFolded } from "./with-folded.ts";

/** Adds to a session what only its transcript has: an agent that was killed may have written more than its hooks reported. */
export async function catchUp(
  ctx: Pick<Context, "agents" | "redactor" | "clock">,
  transcripts: ReadTranscripts,
  session: Session,
): Promise<Session> {
  const capture = foldTail(await readTranscriptTail(ctx, transcripts, session), session.capture);
  return { ...withFolded(session, session.capture, capture), capture };
}
