import { catchUp } from "../../capture/read-transcript-tail.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { EventScope } from "../../kernel/event-handler.ts";
import type { Session, SessionSummary } from "../../kernel/record.ts";

/** Brings a stored session up to date with its transcript. Throws if it is another session whose capture is lost. */
export async function readEarlier(ctx: Context, scope: EventScope, stored: Session): Promise<Session> {
  const session = await catchUp(ctx, stored, scope.transcripts);
  if (stored.id !== scope.session.id) refuseLost(session, session.capture);
  return session;
}

/** A capture that cannot be parsed is replaced by an empty one when it is read. */
function refuseLost({ id, promptCount }: SessionSummary, capture: Capture): void {
  if (promptCount > 0 && capture.prompts.length === 0)
    throw new HoldfastError("state_corrupt", `The captured data of session ${id} cannot be read.`, {
      next: `Resume one of its checkpoints: \`holdfast list --session ${id}\`.`,
    });
}
