import type { AgentEvent, Reply } from "../kernel/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { Session, Trigger } from "../kernel/record.ts";
import type { Store } from "../kernel/store.ts";
import { isSystemText } from "../sessions/system-text.ts";
import { trackSession } from "../sessions/track-session.ts";
import { captureEvent } from "./capture-event.ts";
import { readCapture } from "./capture-state.ts";
import { dueTrigger } from "./due-trigger.ts";
import { makeCheckpoint } from "./make-checkpoint.ts";
import { recover } from "./recover.ts";

/** Captures what an event tells, makes the checkpoints that are due, and recovers at a session start. */
export async function handleContinuity(ctx: Context, store: Store, event: AgentEvent): Promise<Reply> {
  const tracked = count(await trackSession(ctx, store, event), event);
  const capture = await captureEvent(ctx, event, readCapture(tracked.capture));
  const session = { ...tracked, capture: JSON.stringify(capture) };
  if (event.kind === "session_start") return await start(ctx, store, event, session);
  const trigger = dueTrigger(event, session, ctx.config.continuity);
  const kept = trigger ? await checkpointed(ctx, store, { session, trigger, at: event.at }) : session;
  await store.putSession(kept);
  return {};
}

async function start(
  ctx: Context,
  store: Store,
  event: Extract<AgentEvent, { kind: "session_start" }>,
  session: Session,
): Promise<Reply> {
  // The row first: recovery may make this session the child of another.
  await store.putSession(session);
  const recovery = await recover(ctx, store, event, session);
  await store.putSession(recovery.session);
  if (recovery.text === undefined) return {};
  await store.putDelivery({
    id: ctx.newId("dlv"),
    sessionId: session.id,
    incarnation: session.incarnation,
    checkpointId: recovery.checkpointId,
    channel: "session_start",
    chars: recovery.text.length,
    at: event.at,
  });
  return { context: recovery.text };
}

async function checkpointed(
  ctx: Context,
  store: Store,
  due: { session: Session; trigger: Trigger; at: number },
): Promise<Session> {
  const capture = readCapture(due.session.capture);
  return (await makeCheckpoint(ctx, store, { ...due, capture })).session;
}

function count(session: Session, event: AgentEvent): Session {
  if (event.kind === "session_end") return { ...session, endedAt: event.at, endReason: event.reason };
  if (event.kind === "tool_use")
    return { ...session, lastAfterModelAt: session.lastAfterModelAt ?? event.at };
  if (event.kind !== "user_prompt_submit" || isSystemText(event.prompt)) return session;
  return {
    ...session,
    promptCount: session.promptCount + 1,
    promptsSinceCheckpoint: session.promptsSinceCheckpoint + 1,
    lastMessageSentAt: event.at,
    lastAfterModelAt: null,
    notified: false,
  };
}
