import type { AgentEvent, EventOf } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { Effect, EventHandler, EventScope } from "../kernel/event-handler.ts";
import { collectTurnFacts } from "./collect-turn-facts.ts";
import { readDebriefs, recordDebrief } from "./debrief-state.ts";
import { mayDebrief } from "./decide-debrief.ts";
import { DEBRIEF_PREFIX, describeFindings, formatDebrief } from "./format-debrief.ts";
import { type ProjectRules, prepareProjectRules, readProjectRules } from "./project-rules.ts";

/**
 * Answers a stop with a debrief, or lets it pass. Counters and reply are stored together, so that after a kill the
 * agent was asked either once or not at all. An answered stop does not end the turn, so the remaining handlers are
 * skipped (T9, T10).
 */
export const debriefStop: EventHandler<EventOf<"agent_stop">, ProjectRules | undefined> = {
  name: "debriefStop",
  kinds: ["agent_stop"],
  async prepare(ctx, incoming) {
    const { event, session } = incoming;
    if (!session || !canBlock(ctx, event)) return undefined;
    const debriefs = readDebriefs(session.capture, session);
    const how = { settings: ctx.config.debrief, endsWithOurText: false };
    const { debrief } = mayDebrief(event, { session, debriefs }, how);
    return debrief ? await prepareProjectRules(ctx, session, incoming) : undefined;
  },
  async handle(ctx, scope, prepared) {
    if (!isCandidate(ctx, scope)) return { scope };
    let message: string | undefined;
    try {
      message = await createMessage(ctx, scope, prepared);
    } catch (failure) {
      // Unreadable project settings disable debriefs; `doctor` explains why.
      return { scope, failure };
    }
    if (message === undefined) return { scope };
    const reason = ctx.redactor.text(message);
    const { event, session, capture, isSynthetic } = scope;
    return {
      scope: { ...scope, capture: recordDebrief(capture, session, event.at) },
      reply: { block: { reason, quiet: ctx.config.debrief.style === "continue" } },
      effects: isSynthetic ? [] : [createDelivery(ctx, scope, reason)],
    };
  },
};

function isCandidate(
  ctx: Context,
  { event, session, capture, awaited }: EventScope<EventOf<"agent_stop">>,
): boolean {
  if (!awaited || !canBlock(ctx, event)) return false;
  const endsWithOurText = capture.lastUserText?.includes(DEBRIEF_PREFIX) ?? false;
  const asked = { session, debriefs: readDebriefs(capture, session) };
  return mayDebrief(event, asked, { settings: ctx.config.debrief, endsWithOurText }).debrief;
}

/** Returns undefined if the project disables debriefs, or allows only actionable ones and nothing is open. */
async function createMessage(
  ctx: Context,
  { session, capture }: EventScope,
  prepared: ProjectRules | undefined,
): Promise<string | undefined> {
  const { worktree } = session;
  const project = prepared?.worktree === worktree ? prepared : await readProjectRules(ctx, worktree);
  if (project.type === "failed") throw project.failure;
  const { debrief, matcher } = project;
  if (!debrief.enabled) return undefined;
  const when =
    debrief.when ?? ctx.config.debrief.when ?? (debrief.rules.length > 0 ? "actionable" : "always");
  const found = describeFindings(collectTurnFacts(session, capture), matcher);
  return found.length === 0 && when === "actionable" ? undefined : formatDebrief(found);
}

function canBlock(ctx: Context, { agent }: AgentEvent): boolean {
  return ctx.agents.find(({ name }) => name === agent)?.capabilities.blockStop ?? false;
}

function createDelivery(ctx: Context, { event, session }: EventScope, reason: string): Effect {
  return {
    type: "record_delivery",
    delivery: {
      id: ctx.newId("dlv"),
      sessionId: session.id,
      incarnation: session.incarnation,
      checkpointId: null,
      channel: "agent_stop",
      chars: reason.length,
      at: event.at,
    },
  };
}
