import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { Capture } from "../kernel/capture.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import { fence } from "../text/fence.ts";

const WITHDRAWAL =
  "The user dismissed the record of an earlier session that you were given: it does not apply to this work. Disregard it, including its constraints and todos.";
const CONTEXT_CHARS = 500;

/** Notifies the agent with the next prompt that the user dismissed the delivered record (`holdfast dismiss`). */
export const withdrawRecovery: EventHandler<EventOf<"user_prompt_submit">> = {
  name: "withdrawRecovery",
  kinds: ["user_prompt_submit"],
  contextChars: () => CONTEXT_CHARS,
  handle(ctx, scope) {
    const { capture, awaited } = scope;
    if (!capture.withdrawn || !awaited) return { scope };
    const context = fence("recovery", WITHDRAWAL, ctx.newNonce());
    return { scope: { ...scope, capture: { ...capture, withdrawn: false } }, reply: { context } };
  },
};

/**
 * Removes an inherited record from a capture, but not what the user has repeated since. The agent is notified with the
 * next prompt.
 */
export function withoutRecord(capture: Capture, earlier: Capture): Capture {
  const saidAt = new Map(earlier.sentences.map(({ text, at }) => [text, at]));
  return {
    ...capture,
    sentences: capture.sentences.filter(({ text, at }) => at > (saidAt.get(text) ?? -1)),
    inherited: null,
    delivered: null,
    withdrawn: true,
  };
}
