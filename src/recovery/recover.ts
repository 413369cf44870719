import type { StartSource } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import { EVENT_CONTEXT_CHARS, type EventScope } from "../kernel/event-handler.ts";
import { choiceText } from "./record/choice-text.ts";
import { choiceNotice } from "./record/recovery-notice.ts";
import { recoverCheckpoint } from "./recover-checkpoint.ts";
import { recoverSession } from "./recover-session.ts";
import { noRecovery, type Recovery } from "./recovery.ts";
import type { Choice } from "./source/choose-source.ts";
import { describeCandidates } from "./source/describe-candidates.ts";
import { type ChosenSource, findSource } from "./source/find-source.ts";
import { skipUnreadable } from "./source/skip-unreadable.ts";

/**
 * Chooses what a starting session continues, and writes the text for it. If the chosen session was killed, a checkpoint
 * of it is saved. Sessions whose record is unreadable are skipped.
 * `chosen` is the choice that was made before the store was locked.
 */
export async function recover(
  ctx: Context,
  scope: EventScope,
  { source, chosen }: { source: StartSource; chosen?: ChosenSource | undefined },
): Promise<Recovery> {
  const { session, event, transcripts } = scope;
  const unreadable = new Set<string>();
  for (;;) {
    const { at, continues } = event;
    const start = { session, source, at, transcripts, unreadable, continues };
    const { choice } = await findSource(ctx, start, chosen);
    const id = idOf(choice);
    // The parent of a cleared session is chosen again even if it is known to be unreadable.
    if (unreadable.has(id)) return noRecovery(scope);
    const known = unreadable.size;
    const recovery = await skipUnreadable(ctx, id, () =>
      recoverChoice(ctx, scope, { source, choice, unreadable }),
    );
    if (recovery) return recovery;
    if (choice.type !== "ask") unreadable.add(id);
    else if (unreadable.size === known) return noRecovery(scope);
  }
}

function idOf(choice: Choice): string {
  if (choice.type === "checkpoint") return choice.checkpointId;
  return "sessionId" in choice ? choice.sessionId : "";
}

/** Undefined if some of the sessions to ask about cannot be read: without them, the choice may be another one. */
async function recoverChoice(
  ctx: Context,
  scope: EventScope,
  { source, choice, unreadable }: { source: StartSource; choice: Choice; unreadable: Set<string> },
): Promise<Recovery | undefined> {
  const { continuity, recovery } = ctx.config;
  const within = (chars: number) => Math.min(chars, EVENT_CONTEXT_CHARS);
  const limits = {
    budget: within(continuity.recoveryBudgetChars),
    max: within(continuity.recoveryMaxChars),
    nonce: ctx.newNonce(),
  };
  switch (choice.type) {
    case "none":
      return noRecovery(scope);
    case "ask": {
      const { options, names, effects, ...offer } = await describeCandidates(ctx, scope, choice.sessionIds);
      for (const id of offer.unreadable) unreadable.add(id);
      if (offer.unreadable.length > 0) return undefined;
      const text = choiceText({ options, reason: choice.reason }, limits);
      return { ...noRecovery(scope), text, notice: choiceNotice(names), effects };
    }
    case "checkpoint":
      return await recoverCheckpoint(ctx, scope, { checkpointId: choice.checkpointId, limits });
    case "own":
    case "earlier": {
      // `/clear` means that the user wants to start over, so the setting decides how much is delivered.
      const share = source === "clear" ? recovery.afterClear : "record";
      return await recoverSession(ctx, scope, { choice, share, limits });
    }
  }
}
