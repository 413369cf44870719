import { catchUp } from "../capture/read-transcript-tail.ts";
import { callerSession, liveSessions } from "../checkpoints/caller-session.ts";
import type { SaveInput } from "../checkpoints/save-checkpoint.ts";
import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import { findSessionHere } from "../recovery/work/find-work-here.ts";

/**
 * The session whose work is saved: the calling one or, for a person when no agent runs here, the one that a session
 * starting here would continue, since otherwise the checkpoint would hold nothing and be preferred to that work.
 */
export async function sessionToSave(
  ctx: Context,
  worktree: string,
  { state }: Pick<SaveInput, "state">,
): Promise<Session | undefined> {
  const calling = await callerSession(ctx, worktree);
  if (calling || ctx.caller.agent !== undefined || state !== undefined) return calling;
  // Several are running, so that it is not known which one is meant.
  if ((await liveSessions(ctx, worktree)).length > 0) return undefined;
  const earlier = await findSessionHere(ctx);
  return earlier && (await catchUp(ctx, new Map(), earlier));
}
