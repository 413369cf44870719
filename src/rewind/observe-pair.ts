import { setTimeout as sleep } from "node:timers/promises";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { Transcript } from "../kernel/agent/transcript.ts";
import type { Context } from "../kernel/context.ts";
import type { Effect, EventHandler, EventScope, IncomingEvent } from "../kernel/event-handler.ts";
import type { Session } from "../kernel/record.ts";
import type { StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";
import { toStorable } from "../kernel/to-storable.ts";
import { bounded } from "../text/bounded.ts";
import { completedWith } from "./marks/complete-mark.ts";
import { readMark } from "./marks/mark-state.ts";
import { hasOwnPair } from "./marks/own-pair.ts";
import { markBefore, type PairCall, successfulCall, upTo } from "./marks/pair-call.ts";
import { readConversation, type Span, spanOf } from "./marks/read-span.ts";
import { leftSince, type Made, makeMark, makeRewind } from "./marks/save-mark.ts";
import { findMarks } from "./marks/session-marks.ts";

type Used = EventOf<"tool_use">;

/** How long a rewind waits until its call is in the transcript: no hook waits for the reply to a tool's result. */
const STEPS = 16;
const STEP_MS = 25;
/** Characters, as many as our own tool takes. */
const MAX_GOAL = 2_000;
const SAID: readonly string[] = ["message", "prompt", "summary"];
const UNREAD: Transcript = { entries: [], size: 0, partial: true };
/** Nothing is known to have happened since a mark that is not in the transcript. */
const NOWHERE = { goal: "", call: null, at: Number.MAX_SAFE_INTEGER };

interface Observed {
  pair: PairCall;
  /** Tokens in use at the call; null where that is unknown. */
  tokens: number | null;
  /** What a rewind ends, and the call that began it. */
  ended?: { span: Span; call: string | undefined };
}

/**
 * A client with its own tools to mark and end an exploration keeps the model's conversation itself. We keep what it does
 * not: a mark that outlives every process, the report with what happened, and which records were left behind.
 */
export const observePair: EventHandler<Used, Observed | undefined> = {
  name: "observePair",
  kinds: ["tool_use"],
  async prepare(ctx, incoming) {
    const pair = hasOwnPair(ctx, incoming.event.agent) ? successfulCall(incoming.event.facts) : undefined;
    return pair && observed(ctx, pair, await readUntil(ctx, incoming, pair));
  },
  async handle(ctx, scope, known) {
    if (!known) return { scope };
    return { scope, effects: await (known.ended ? rewindEffects : markEffects)(ctx, scope, known) };
  },
};

/** The transcript once it has the call, or as far as it is written when the time is up. */
async function readUntil(
  ctx: Context,
  { event, session }: IncomingEvent<Used>,
  pair: PairCall,
): Promise<Transcript | undefined> {
  const transcriptPath = event.transcriptPath ?? session?.transcriptPath ?? null;
  const read = () => readConversation(ctx, { agent: event.agent, transcriptPath });
  let transcript = await read();
  for (let step = 0; step < STEPS && transcript && !upTo(transcript.entries, pair); step++) {
    await sleep(STEP_MS);
    transcript = await read();
  }
  return transcript;
}

/** What the transcript shows about a call. */
function observed(ctx: Context, pair: PairCall, transcript: Transcript = UNREAD): Observed {
  const entries = upTo(transcript.entries, pair) ?? transcript.entries;
  // The transcript may have grown after the call: then its token count is another one.
  const isLast = !transcript.entries.slice(entries.length).some(({ type }) => SAID.includes(type));
  const tokens = isLast ? (transcript.contextUse?.tokens ?? null) : null;
  if (pair.tool === "checkpoint") return { pair, tokens };
  const mark = markBefore(entries);
  const span = spanOf(ctx, { ...transcript, entries }, mark ?? NOWHERE);
  return { pair, tokens, ended: { span: { ...span, tokens }, call: mark?.call } };
}

/** A client has one mark at a time: an earlier one that is open was left, by a way back that it does not report. */
async function markEffects(
  ctx: Context,
  scope: EventScope<Used>,
  { pair: { call, text }, tokens }: Observed,
): Promise<Effect[]> {
  const { at } = scope.event;
  const session = sessionOf(scope);
  const { open } = await findMarks(ctx.store, session);
  if (await isOf(ctx, open.at(-1), call)) return [];
  const [newest] = await ctx.store.listCheckpoints({ sessionId: session.id, limit: 1 });
  const goal = ctx.redactor.text(toStorable(bounded(text.trim(), MAX_GOAL)));
  const mark = { goal, call, tokens };
  const made = makeMark(ctx, session, { mark, scope: null, parentId: newest?.id ?? null, at });
  return [...open.map(({ id }) => abandoned(id, at)), saving(made)];
}

async function rewindEffects(
  ctx: Context,
  scope: EventScope<Used>,
  { pair, ended }: Observed,
): Promise<Effect[]> {
  const { at } = scope.event;
  const session = sessionOf(scope);
  const mark = (await findMarks(ctx.store, session)).open.at(-1);
  if (!mark || !ended) return [];
  // A rewind ends its own exploration only.
  if (ended.call !== undefined && !(await isOf(ctx, mark, ended.call))) return [];
  const state = await readMark(ctx.store, mark);
  const { rewind } = completedWith(ctx, { mark, state, report: pair.text, span: ended.span });
  const left = await leftSince(ctx.store, session, mark);
  const made = makeRewind(ctx, session, { mark, rewind, at });
  return [...left.map(({ id }) => abandoned(id, at)), saving(made)];
}

/** Whether a mark was set by this call: its event was handled before. */
async function isOf({ store }: Context, mark: StoredCheckpoint | undefined, call: string): Promise<boolean> {
  return mark !== undefined && (await readMark(store, mark)).call === call;
}

function sessionOf({ session, capture }: EventScope): Session {
  return { ...session, capture };
}

function abandoned(id: string, at: number): Effect {
  return { type: "abandon_checkpoint", id, abandonedAt: at };
}

function saving(made: Made): Effect {
  return { type: "save_checkpoint", ...made };
}
