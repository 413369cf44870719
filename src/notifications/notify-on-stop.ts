import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import type { Notification } from "../kernel/ports/notifier.ts";
import { chooseChannels, enabledChannels } from "./choose-channels.ts";
import { notifiedAnswer } from "./notified-answers.ts";
import { summarizeAnswer } from "./summarize-answer.ts";

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
    const ways = chooseChannels(wanted, { ...last, isShown }, { event, answerHash, now: ctx.clock() });
    const prompt = isShown || ways.includes("desktop") ? session.lastPromptAt : undefined;
    const updated = { ...scope, capture: notifiedAnswer.write(capture, { answer: answerHash, prompt }) };
    if (ways.length === 0) return { scope: updated };
    const notification: Notification = {
      ways,
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
