import type { TurnEnd } from "../kernel/agent/agent.ts";
import type { AgentEvent } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { handleEvent } from "./handle-events.ts";

/** Files that were modified earlier are not read. */
const RECENT_MS = 600_000;
/** A turn may run this long without a hook. */
const LONGEST_TURN_MS = 6 * 3_600_000;
/** After this time, any running or spooled hook has reported. */
const SETTLED_MS = 5_000;

/** Sends a prompt to a running session from outside, unless the signal aborts. */
type Deliver = (
  ctx: Context,
  session: SessionSummary,
  text: string,
  signal: AbortSignal,
) => Promise<{ route: string } | { problem: string }>;

/**
 * Finds turns whose end no hook reported, for example because the agent does not trust our hooks, and handles each once
 * as a stop. A debrief is then sent from outside (T4, T8). If the signal aborts, the remaining ones are left for later.
 */
export async function detectMissedStops(ctx: Context, deliver: Deliver, signal: AbortSignal): Promise<void> {
  for (const { name: agent, sessions } of ctx.agents) {
    if (!sessions?.lastTurnEnd) continue;
    const now = ctx.clock();
    const recent = await ctx.store.listSessions({ agent, seenSince: now - LONGEST_TURN_MS, limit: 50 });
    for (const session of recent) {
      const { transcriptPath: path, endedAt, lastSeenAt } = session;
      if (path === null || endedAt !== null) continue;
      const end = await sessions.lastTurnEnd(path, Math.max(lastSeenAt, now - RECENT_MS));
      if (signal.aborted) return;
      const send = (text: string) => deliver(ctx, session, text, signal);
      if (end && isMissed(session, end, now)) await handleStop(ctx, { session, end }, send);
    }
  }
}

/** Whether no hook has run since the answer was complete. All hooks of a turn except the stop run before that. */
function isMissed({ lastSeenAt }: SessionSummary, { at, answeredAt }: TurnEnd, now: number): boolean {
  return lastSeenAt < answeredAt && now - at >= SETTLED_MS;
}

async function handleStop(
  ctx: Context,
  { session, end }: { session: SessionSummary; end: TurnEnd },
  send: (text: string) => ReturnType<Deliver>,
): Promise<void> {
  const event: AgentEvent = {
    id: `stop-${end.id}`,
    kind: "agent_stop",
    agent: session.agent,
    nativeSession: session.nativeId,
    cwd: session.cwd,
    at: end.at,
    stopHookActive: false,
    backgroundTasks: 0,
    lastAnswer: end.answer,
  };
  // Only the first process delivers. If it crashes in between, the agent is not asked, which is better than asking
  // twice.
  if (await ctx.store.handledEvent(event.id)) return;
  const { block } = await handleEvent(ctx, event, { awaited: true, isSynthetic: true });
  if (!block) return;
  const outcome = await send(block.reason);
  if ("problem" in outcome) ctx.log.info("debrief not delivered", { session: session.id, ...outcome });
}
