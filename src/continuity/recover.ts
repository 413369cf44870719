import type { AgentEvent } from "../kernel/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import type { Store } from "../kernel/store.ts";
import { isLive } from "../sessions/is-live.ts";
import { captureTranscript } from "./capture-event.ts";
import { bounded, type Capture, readCapture } from "./capture-state.ts";
import { type Choice, chooseSource } from "./choose-source.ts";
import { findDrift } from "./find-drift.ts";
import { makeCheckpoint } from "./make-checkpoint.ts";
import { age, choiceText, recoveryText } from "./recovery-text.ts";

type Start = Extract<AgentEvent, { kind: "session_start" }>;

export interface Recovery {
  session: Session;
  text?: string;
  checkpointId: string | null;
}

/** Chooses what a starting session continues and puts it into words; the dead session's state becomes a checkpoint. */
export async function recover(ctx: Context, store: Store, event: Start, session: Session): Promise<Recovery> {
  const choice = await choose(ctx, store, event, session);
  const limits = { budget: ctx.config.continuity.recoveryBudgetChars, nonce: ctx.newNonce() };
  switch (choice.type) {
    case "none":
      return { session, checkpointId: null };
    case "ask": {
      const options = await Promise.all(choice.sessionIds.map((id) => describeOption(store, id, event.at)));
      return { session, text: choiceText(options, limits), checkpointId: null };
    }
    case "own":
    case "earlier":
      return await recoverFrom(ctx, store, { event, session, choice, limits });
  }
}

async function choose(ctx: Context, store: Store, event: Start, session: Session): Promise<Choice> {
  const windowMs = ctx.config.continuity.recoveryWindowMs;
  const filter = { worktree: session.worktree, seenSince: event.at - windowMs, limit: 50 };
  const candidates = (await store.listSessions(filter)).map((candidate) => ({
    session: candidate,
    live: isLive(candidate, ctx.processes, event.at),
  }));
  return chooseSource(event.source, session, { candidates, now: event.at, windowMs });
}

interface Chosen {
  event: Start;
  session: Session;
  choice: Extract<Choice, { sessionId: string }>;
  limits: { budget: number; nonce: string };
}

async function recoverFrom(ctx: Context, store: Store, chosen: Chosen): Promise<Recovery> {
  const { event, session, choice, limits } = chosen;
  const earlier = choice.type === "own" ? session : await store.getSession(choice.sessionId);
  if (!earlier) return { session, checkpointId: null };
  const capture = await caughtUp(ctx, earlier);
  if (capture.prompts.length === 0) return { session, checkpointId: null };
  const checkpointId = await checkpointOf(ctx, store, { earlier, capture, event, choice });
  const text = recoveryText(
    capture,
    {
      agent: earlier.agent,
      session: earlier.nativeId.slice(0, 8),
      ageMs: event.at - earlier.lastSeenAt,
      reason: choice.reason,
      ending: endingOf(earlier, choice),
      worktree: earlier.worktree,
      branch: earlier.gitBranch,
      drift: findDrift(earlier, session, capture),
      checkpointId,
    },
    limits,
  );
  if (choice.type === "own") return { session, text, checkpointId };
  const parentReason = session.parentReason ?? "handoff";
  return { session: { ...session, parentId: earlier.id, parentReason }, text, checkpointId };
}

/** The client may have written more than its hooks told before it was killed. */
async function caughtUp(ctx: Context, earlier: Session): Promise<Capture> {
  const capture = readCapture(earlier.capture);
  if (earlier.transcriptPath === null) return capture;
  return await captureTranscript(ctx, { agent: earlier.agent, path: earlier.transcriptPath }, capture);
}

/** A session that ended without a word gets its last checkpoint now. */
async function checkpointOf(
  ctx: Context,
  store: Store,
  found: { earlier: Session; capture: Capture; event: Start; choice: Chosen["choice"] },
): Promise<string | null> {
  const { earlier, capture, event, choice } = found;
  const [newest] = await store.listCheckpoints({ sessionId: earlier.id, limit: 1 });
  const isComplete = newest !== undefined && newest.createdAt >= earlier.lastSeenAt;
  if (isComplete || choice.type === "own") return newest?.id ?? null;
  const made = await makeCheckpoint(ctx, store, {
    session: earlier,
    capture,
    trigger: "recovered",
    at: event.at,
  });
  const ended = { endedAt: earlier.endedAt ?? event.at, endReason: earlier.endReason ?? "lost" };
  await store.putSession({ ...made.session, ...ended, capture: JSON.stringify(capture) });
  return made.checkpoint.id;
}

function endingOf(earlier: Session, choice: Chosen["choice"]): string {
  if (choice.type === "own") return "last active";
  if (earlier.endReason === null || earlier.endReason === "lost") return "cut off without an end";
  return earlier.endReason === "clear" ? "cleared" : "ended";
}

async function describeOption(store: Store, sessionId: string, now: number): Promise<string> {
  const [session, [checkpoint]] = await Promise.all([
    store.getSession(sessionId),
    store.listCheckpoints({ sessionId, limit: 1 }),
  ]);
  const capture = readCapture(session?.capture ?? null);
  const goal = bounded((capture.prompts.at(-1)?.text ?? "").replaceAll(/\s+/g, " "), 160);
  const when = session ? age(now - session.lastSeenAt) : "?";
  return `${checkpoint?.id ?? `session ${session?.nativeId ?? sessionId}`}: "${goal}" (${when} ago)`;
}
