import { createHash } from "node:crypto";
import { basename } from "node:path";
import * as z from "zod";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import { defineSlice } from "../kernel/capture-slice.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import type { Notification } from "../kernel/ports/notifier.ts";
import { chooseChannels, enabledChannels } from "./choose-channels.ts";
import { summarizeAnswer } from "./summarize-answer.ts";

/** What the last notification was about. */
export interface NotifiedAnswer {
  /** Hash of the last answer that a person was notified of (the seed's `last_feedback_received`). */
  answer: string | null;
  /** The time of the prompt whose turn had a desktop notification; undefined if none had. */
  prompt?: number | null | undefined;
}

export const notifiedAnswer = defineSlice<NotifiedAnswer>({
  name: "notifications",
  version: 1,
  schema: z.object({ answer: z.string().nullable(), prompt: z.number().nullable().optional() }),
  empty: { answer: null },
});

/**
 * Decides whether a person is notified of an agent's answer, and how. Only a hash of the answer is kept, to recognize
 * the same answer again.
 */
export const notifyOnStop: EventHandler<EventOf<"agent_stop">> = {
  name: "notifyOnStop",
  kinds: ["agent_stop"],
  handle(ctx, scope) {
    const { event, session, capture } = scope;
    const wanted = ctx.notifier ? enabledChannels(ctx.config.notifications) : [];
    if (wanted.length === 0 || !event.lastAnswer) return { scope };
    const answer = ctx.redactor.text(event.lastAnswer);
    const answerHash = createHash("sha256").update(answer).digest("hex");
    const last = notifiedAnswer.read(capture);
    const isShown = last.prompt === session.lastPromptAt;
    const channels = chooseChannels(wanted, { ...last, isShown }, { event, answerHash, now: ctx.clock() });
    const prompt = isShown || channels.includes("desktop") ? session.lastPromptAt : undefined;
    const updated = { ...scope, capture: notifiedAnswer.write(capture, { answer: answerHash, prompt }) };
    if (channels.length === 0) return { scope: updated };
    const notification: Notification = {
      channels,
      agent: event.agent,
      title: ctx.agents.find(({ name }) => name === event.agent)?.title ?? event.agent,
      project: basename(session.worktree),
      session: event.nativeSession,
      at: event.at,
      summary: summarizeAnswer(answer),
    };
    return { scope: updated, effects: [{ type: "notify", notification }] };
  },
};
