import { catchUp } from "../../capture/read-transcript-tail.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { EventScope } from "../../kernel/event-handler.ts";
import type { Session, SessionSummary } from "../../kernel/record.ts";

/** A stored session with what its transcript adds. Throws if what another session captured is lost. */
export async function readEarlier(ctx: Context, scope: EventScope, stored: Session): Promise<Session> {
  const session = await catchUp(ctx, scope.transcripts, stored);
  if (stored.id !== scope.session.id) refuseLost(session, session.capture);
  return session;
}

/** A capture that could not be parsed is read as an empty one. */
function refuseLost({ id, promptCount }: SessionSummary, capture: Capture): void {
  if (promptCount > 0 && capture.prompts.length === 0)
    throw new HoldfastError("state_corrupt", `The captured data of session ${id} cannot be read.`, {
      next: `Resume one of its checkpoints: \`holdfast list --session ${id}\`.`,
    });
}
