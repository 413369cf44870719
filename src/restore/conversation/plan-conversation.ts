import { catchUp } from "../../capture/read-transcript-tail.ts";
import { hasSessionFile } from "../../files/has-session-file.ts";
import { findAgent } from "../../kernel/agent/find-agent.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Session } from "../../kernel/record.ts";
import type { RestoreTarget } from "../../snapshots/restore-target.ts";
import { type Moment, readMoment } from "./read-moment.ts";

/** How a conversation is taken back. The original one is never changed. */
export interface ConversationPlan {
  /** `fork`: the client resumes a copy that ends at the moment. `record`: a new conversation receives the record of it. */
  mode: "fork" | "record";
  session: Session;
  moment: Moment;
}

/** Decides before any file is touched, so that a restore of everything does not stop halfway. */
export async function planConversation(ctx: Context, target: RestoreTarget): Promise<ConversationPlan> {
  const { conversation } = target;
  const stored = conversation === null ? undefined : await ctx.store.getSession(conversation);
  if (!stored)
    throw new HoldfastError("not_supported", `No session is known for ${target.label}.`, {
      next: "Restore the files alone, without --all.",
    });
  const session = await catchUp(ctx, stored);
  const moment = await readMoment(ctx, session, target);
  if (!moment)
    throw new HoldfastError(
      "not_supported",
      `The transcript of session ${session.nativeId} cannot be read.`,
      {
        next: "Restore the files alone, without --all, and run `holdfast continue`.",
      },
    );
  const { forkAtMark } = findAgent(ctx, session.agent);
  const canFork =
    forkAtMark !== undefined &&
    session.transcriptPath !== null &&
    hasSessionFile(session.transcriptPath) &&
    moment.capture.prompts.length > 0;
  return { mode: canFork ? "fork" : "record", session, moment };
}
