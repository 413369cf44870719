import { setTimeout as sleep } from "node:timers/promises";
import type { NewCheckpoint } from "../checkpoints/create-checkpoint.ts";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { Transcript } from "../kernel/agent/transcript.ts";
import type { Context } from "../kernel/context.ts";
import type { Effect, EventHandler, EventScope, IncomingEvent } from "../kernel/event-handler.ts";
import type { Session } from "../kernel/record.ts";
import type { StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";
import { toStorable } from "../kernel/to-storable.ts";
import { bounded } from "../text/bounded.ts";
import { completeWithSpan } from "./marks/complete-mark.ts";
import { readMark } from "./marks/mark-state.ts";
import { hasOwnRewind } from "./marks/own-rewind.ts";
import { readConversation, type Span, spanOf } from "./marks/read-span.ts";
import { entriesUpTo, findNewestMark, findSuccessfulCall, type RewindCall } from "./marks/rewind-call.ts";
import { createMark, createRewind, listSavedSince } from "./marks/save-mark.ts";
import { findMarks } from "./marks/session-marks.ts";

type ToolUse = EventOf<"tool_use">;

/** How long to wait until the call is in the transcript. No hook waits for the reply to a tool result. */
const STEPS = 16;
const STEP_MS = 25;
/** Maximum length of a goal, the same as for our own tool. */
const MAX_GOAL = 2_000;
const SAID: readonly string[] = ["message", "prompt", "summary"];
const UNREAD: Transcript = { entries: [], size: 0, partial: true };
/** Stands for a mark that is not in the transcript. The span since it is empty. */
const NOWHERE = { goal: "", call: null, at: Number.MAX_SAFE_INTEGER };

interface Observation {
  pair: RewindCall;
  /** Tokens in use at the call; null if unknown. */
  tokens: number | null;
  /** For a rewind: the span that it ends, and the call that set the mark. */
  ended?: { span: Span; call: string | undefined };
}

/**
 * Records the use of a client's own tools to mark and end an exploration. The client maintains the conversation itself.
 * We store what it does not: a durable mark, the report with what happened, and which checkpoints were abandoned.
 */
export const observeOwnRewind: EventHandler<ToolUse, Observation | undefined> = {
  name: "observeOwnRewind",
  kinds: ["tool_use"],
  async prepare(ctx, incoming) {
    const pair = hasOwnRewind(ctx, incoming.event.agent)
      ? findSuccessfulCall(incoming.event.facts)
      : undefined;
    return pair && observe(ctx, pair, await readUntil(ctx, incoming, pair));
  },
  async handle(ctx, scope, known) {
    if (!known) return { scope };
    return { scope, effects: await (known.ended ? rewindEffects : markEffects)(ctx, scope, known) };
  },
};

/** Reads the transcript until it contains the call or the time is up. */
async function readUntil(
  ctx: Context,
  { event, session }: IncomingEvent<ToolUse>,
  pair: RewindCall,
): Promise<Transcript | undefined> {
  const transcriptPath = event.transcriptPath ?? session?.transcriptPath ?? null;
  const read = () => readConversation(ctx, { agent: event.agent, transcriptPath });
  let transcript = await read();
  for (let step = 0; step < STEPS && transcript && !entriesUpTo(transcript.entries, pair); step++) {
    await sleep(STEP_MS);
    transcript = await read();
  }
  return transcript;
}

/** Evaluates what the transcript shows about a call. */
function observe(ctx: Context, pair: RewindCall, transcript: Transcript = UNREAD): Observation {
  const entries = entriesUpTo(transcript.entries, pair) ?? transcript.entries;
  // If the transcript has grown since the call, its token count is no longer that of the call.
  const isLast = !transcript.entries.slice(entries.length).some(({ type }) => SAID.includes(type));
  const tokens = isLast ? (transcript.contextUse?.tokens ?? null) : null;
  if (pair.tool === "checkpoint") return { pair, tokens };
  const mark = findNewestMark(entries);
  const span = spanOf(ctx, { ...transcript, entries }, mark ?? NOWHERE);
  return { pair, tokens, ended: { span: { ...span, tokens }, call: mark?.call } };
}

/**
 * Saves the mark. A client has one mark at a time, so an earlier open one was left by a branch change that was not
 * reported.
 */
async function markEffects(
  ctx: Context,
  scope: EventScope<ToolUse>,
  { pair: { call, text }, tokens }: Observation,
): Promise<Effect[]> {
  const { at } = scope.event;
  const session = toSession(scope);
  const { open } = await findMarks(ctx.store, session);
  if (await isSetBy(ctx, open.at(-1), call)) return [];
  const [newest] = await ctx.store.listCheckpoints({ sessionId: session.id, limit: 1 });
  const goal = ctx.redactor.text(toStorable(bounded(text.trim(), MAX_GOAL)));
  const mark = { goal, call, tokens };
  const made = createMark(ctx, session, { mark, scope: null, parentId: newest?.id ?? null, at });
  return [...open.map(({ id }) => abandonEffect(id, at)), saveEffect(made)];
}

async function rewindEffects(
  ctx: Context,
  scope: EventScope<ToolUse>,
  { pair, ended }: Observation,
): Promise<Effect[]> {
  const { at } = scope.event;
  const session = toSession(scope);
  const mark = (await findMarks(ctx.store, session)).open.at(-1);
  if (!mark || !ended) return [];
  // A rewind ends only its own exploration.
  if (ended.call !== undefined && !(await isSetBy(ctx, mark, ended.call))) return [];
  const state = await readMark(ctx.store, mark);
  const { rewind } = completeWithSpan(ctx, { mark, state, report: pair.text, span: ended.span });
  const left = await listSavedSince(ctx.store, session, mark);
  const made = createRewind(ctx, session, { mark, rewind, at });
  return [...left.map(({ id }) => abandonEffect(id, at)), saveEffect(made)];
}

/** Whether a mark was set by this call, so that its event was already handled. */
async function isSetBy(
  { store }: Context,
  mark: StoredCheckpoint | undefined,
  call: string,
): Promise<boolean> {
  return mark !== undefined && (await readMark(store, mark)).call === call;
}

function toSession({ session, capture }: EventScope): Session {
  return { ...session, capture };
}

function abandonEffect(id: string, at: number): Effect {
  return { type: "abandon_checkpoint", id, abandonedAt: at };
}

function saveEffect(made: NewCheckpoint): Effect {
  return { type: "save_checkpoint", ...made };
}
