import { createHash } from "node:crypto";
import { basename } from "node:path";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import type { Notification } from "../kernel/ports/notifier.ts";
import { chooseChannels, enabledChannels } from "./choose-channels.ts";
import { summarizeAnswer } from "./summarize-answer.ts";

/**
 * Decides whether a person is notified of an agent's answer, and how. Of the answer only a hash is kept: it is there to
 * know the same one again.
 */
export const notifyOnStop: EventHandler<EventOf<"agent_stop">> = {
  name: "notifyOnStop",
  kinds: ["agent_stop"],
  handle(ctx, scope) {
    const { event, session } = scope;
    const wanted = ctx.notifier ? enabledChannels(ctx.config.notifications) : [];
    if (wanted.length === 0 || !event.lastAnswer) return { scope };
    const answer = ctx.redactor.text(event.lastAnswer);
    const received = createHash("sha256").update(answer).digest("hex");
    const ways = chooseChannels(wanted, session, { event, received, now: ctx.clock() });
    const notified = session.notified || ways.includes("desktop");
    const heard = { ...scope, session: { ...session, notified, lastNotifiedAnswer: received } };
    if (ways.length === 0) return { scope: heard };
    const notification: Notification = {
      ways,
      agent: event.agent,
      title: ctx.agents.find(({ name }) => name === event.agent)?.title ?? event.agent,
      project: basename(session.worktree),
      session: event.nativeSession,
      at: event.at,
      summary: summarizeAnswer(answer),
    };
    return { scope: heard, effects: [{ type: "notify", notification }] };
  },
};
