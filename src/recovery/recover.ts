import { catchUp } from "../capture/catch-up.ts";
import { inherit } from "../capture/inherit.ts";
import type { AgentEvent, StartSource } from "../kernel/agent-event.ts";
import { type Capture, EMPTY_CAPTURE } from "../kernel/capture.ts";
import type { Config } from "../kernel/config.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Effect, EventScope } from "../kernel/event-scope.ts";
import type { Session, SessionSummary } from "../kernel/record.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import type { Choice } from "./choose-source.ts";
import { concludeSession } from "./conclude-session.ts";
import { findNote } from "./find-note.ts";
import { findEarlier, findSource } from "./find-source.ts";
import { passOver } from "./pass-over.ts";
import { aboutWork, lastWorkedAt } from "./record/about-work.ts";
import {
  choiceNotice,
  clearedNotice,
  continuingNotice,
  type RunCommand,
  remindedNotice,
} from "./record/recovery-notice.ts";
import { choiceText, describeSession, recoveryText } from "./record/recovery-text.ts";
import { aboutLoaded } from "./work/about-loaded.ts";
import { findWork } from "./work/find-work.ts";
import { readWork } from "./work/read-work.ts";

export interface Recovery {
  session: SessionSummary;
  capture: Capture;
  text?: string;
  /** What the person sees. */
  notice?: string;
  checkpointId: string | null;
  effects: Effect[];
}

/**
 * Chooses what a starting session continues, and writes the text for it. A session that was lost gets its checkpoint; one whose
 * record cannot be read is passed over.
 */
export async function recover(ctx: Context, scope: EventScope, source: StartSource): Promise<Recovery> {
  const { session, capture, event, transcripts } = scope;
  const unreadable = new Set<string>();
  for (;;) {
    const { at, continues } = event;
    const choice = await findSource(ctx, { session, source, at, transcripts, unreadable, continues });
    const id = idOf(choice);
    // The parent of a cleared session is chosen whatever is known of it.
    if (unreadable.has(id)) return { session, capture, checkpointId: null, effects: [] };
    const recovery = await passOver(ctx, id, () => recoverChoice(ctx, scope, { source, choice }));
    if (recovery) return recovery;
    unreadable.add(id);
  }
}

function idOf(choice: Choice): string {
  if (choice.type === "checkpoint") return choice.checkpointId;
  return "sessionId" in choice ? choice.sessionId : "";
}

async function recoverChoice(
  ctx: Context,
  scope: EventScope,
  { source, choice }: { source: StartSource; choice: Choice },
): Promise<Recovery> {
  const { session, capture } = scope;
  const limits = { budget: ctx.config.continuity.recoveryBudgetChars, nonce: ctx.newNonce() };
  switch (choice.type) {
    case "none":
      return { session, capture, checkpointId: null, effects: [] };
    case "ask": {
      const { options, effects } = await offer(ctx, scope, choice.sessionIds);
      const text = choiceText({ options, reason: choice.reason }, limits);
      return { session, capture, text, notice: choiceNotice(options.length), checkpointId: null, effects };
    }
    case "checkpoint":
      return await goOnFromCheckpoint(ctx, scope, { ...choice, limits });
    case "own":
    case "earlier":
      return await recoverShare(ctx, scope, { choice, limits, share: shareOf(ctx, source) });
  }
}

/** How much of an earlier session's record the next one receives. */
type Share = Config["recovery"]["afterClear"];

/** After `/clear` no more than the user wants: it means to forget. */
function shareOf({ config }: Pick<Context, "config">, source: StartSource): Share {
  return source === "clear" ? config.recovery.afterClear : "record";
}

interface Chosen {
  share: Share;
  choice: Extract<Choice, { sessionId: string }>;
  limits: { budget: number; nonce: string };
}

function recoverShare(ctx: Context, scope: EventScope, chosen: Chosen): Promise<Recovery> {
  return chosen.share === "nothing" ? keepCleared(ctx, scope, chosen) : recoverFrom(ctx, scope, chosen);
}

/** Delivers nothing; the record gets its checkpoint, and the person learns how to bring it back. */
async function keepCleared(ctx: Context, scope: EventScope, { choice }: Chosen): Promise<Recovery> {
  const { session, capture: own, event } = scope;
  const earlier = await findEarlier(ctx, scope.transcripts, choice.sessionId);
  const left = earlier && (await upToDate(ctx, scope, earlier));
  if (!left || left.capture.prompts.length === 0)
    return { session, capture: own, checkpointId: null, effects: [] };
  const { capture } = left;
  const ended = { earlier: left, capture, at: event.at };
  const { checkpointId, effects } = await concludeSession(ctx, ended, scope.effects);
  return {
    session,
    capture: own,
    notice: clearedNotice(capture, checkpointId, commandIn(ctx, event)),
    checkpointId,
    effects,
  };
}

async function recoverFrom(ctx: Context, scope: EventScope, chosen: Chosen): Promise<Recovery> {
  const { session, capture: own } = scope;
  const isOwn = chosen.choice.type === "own";
  const earlier = isOwn
    ? { ...session, capture: own }
    : await findEarlier(ctx, scope.transcripts, chosen.choice.sessionId);
  const left = earlier && (await upToDate(ctx, scope, earlier));
  if (!left || left.capture.prompts.length === 0)
    return { session, capture: own, checkpointId: null, effects: [] };
  return isOwn ? await remind(ctx, scope, { chosen, left }) : await goOnFrom(ctx, scope, { chosen, left });
}

interface Leaving {
  chosen: Chosen;
  /** The session, with what its transcript adds. */
  left: Session;
}

/** Gives a session its own work back. */
async function remind(ctx: Context, scope: EventScope, { chosen, left }: Leaving): Promise<Recovery> {
  const { session, capture } = scope;
  const checkpointId = await newestCheckpoint(ctx.store, left.id);
  const { text } = await tell(ctx, scope, { chosen, left, checkpointId });
  return { session, capture, text, notice: remindedNotice(left.capture), checkpointId, effects: [] };
}

/** Gives a session the work of an earlier one, which thereby ends. */
async function goOnFrom(ctx: Context, scope: EventScope, leaving: Leaving): Promise<Recovery> {
  const { left, chosen } = leaving;
  const { event } = scope;
  const ended = { earlier: left, capture: left.capture, at: event.at };
  const { checkpointId, effects } = await concludeSession(ctx, ended, scope.effects);
  const { text, about } = await tell(ctx, scope, { ...leaving, checkpointId });
  const notice = continuingNotice(left.capture, about.ageMs, commandIn(ctx, event));
  return { ...continuing(scope, left, sharedOf(chosen, left)), text, notice, checkpointId, effects };
}

async function tell(
  ctx: Context,
  { event, session }: EventScope,
  { chosen, left, checkpointId }: Leaving & { checkpointId: string | null },
) {
  const { choice, share, limits } = chosen;
  const note = share === "record" ? await findNote(ctx.store, left) : undefined;
  const work = {
    session: left,
    capture: left.capture,
    reason: choice.reason,
    isGoingOn: choice.type === "own",
    noted: note?.digest ?? null,
    checkpointId,
  };
  const about = aboutWork(work, { at: event.at, location: session });
  return { about, text: recoveryText(sharedOf(chosen, left), about, limits) };
}

/** Gives a session one checkpoint, as it was then. */
async function goOnFromCheckpoint(
  ctx: Context,
  scope: EventScope,
  { checkpointId, limits }: { checkpointId: string; limits: Chosen["limits"] },
): Promise<Recovery> {
  const { session, capture: own, event } = scope;
  const work = await readWork(ctx, await findWork(ctx, checkpointId));
  const about = { ...aboutLoaded(work, { at: event.at, location: session }), reason: "chosen by the user" };
  const notice = continuingNotice(work.capture, about.ageMs, commandIn(ctx, event));
  const text = recoveryText(work.capture, about, limits);
  const going = work.session
    ? continuing(scope, work.session, work.capture)
    : { session, capture: inherit(own, work.capture) };
  return { ...going, text, notice, checkpointId, effects: [] };
}

function sharedOf({ share }: Chosen, { capture }: Session): Capture {
  if (share === "record") return capture;
  return { ...EMPTY_CAPTURE, sentences: capture.sentences.filter(({ kind }) => kind === "constraint") };
}

/** How a person runs a command in the client that sent the event. */
function commandIn({ agents }: Pick<Context, "agents">, event: AgentEvent): RunCommand {
  const prefix = agents.find(({ name }) => name === event.agent)?.terminal.commandPrefix;
  return (command) => (prefix === undefined ? command : `${prefix} ${command}`);
}

/** A capture that could not be parsed is read as an empty one. */
function refuseLost({ id, promptCount }: SessionSummary, capture: Capture): void {
  if (promptCount > 0 && capture.prompts.length === 0)
    throw new HoldfastError("state_corrupt", `Nothing is left of what session ${id} captured.`);
}

function continuing(
  { session, capture: own }: EventScope,
  earlier: SessionSummary,
  capture: Capture,
): Pick<Recovery, "session" | "capture"> {
  const parentReason = session.parentReason ?? "handoff";
  return { session: { ...session, parentId: earlier.id, parentReason }, capture: inherit(own, capture) };
}

async function newestCheckpoint(store: CheckpointStorage, sessionId: string): Promise<string | null> {
  const [newest] = await store.listCheckpoints({ sessionId, limit: 1 });
  return newest?.id ?? null;
}

async function upToDate(ctx: Context, scope: EventScope, earlier: Session): Promise<Session> {
  const session = await catchUp(ctx, scope.transcripts, earlier);
  if (earlier.id !== scope.session.id) refuseLost(session, session.capture);
  return session;
}

/** Each of them gets its checkpoint, so that the one the user means can be resumed by its id. */
async function offer(
  ctx: Context,
  scope: EventScope,
  sessionIds: readonly string[],
): Promise<{ options: string[]; effects: Effect[] }> {
  const { at } = scope.event;
  const options: string[] = [];
  const effects: Effect[] = [];
  for (const id of sessionIds) {
    const decided = [...scope.effects, ...effects];
    const offered = await passOver(ctx, id, async () => {
      const stored = await ctx.store.getSession(id);
      if (!stored) return undefined;
      const earlier = await upToDate(ctx, scope, stored);
      const { capture } = earlier;
      const concluded = await concludeSession(ctx, { earlier, capture, at }, decided);
      const { checkpointId } = concluded;
      const ageMs = at - lastWorkedAt(earlier, capture);
      return {
        effects: concluded.effects,
        option: describeSession(earlier, { capture, checkpointId, ageMs }),
      };
    });
    if (!offered) continue;
    effects.push(...offered.effects);
    options.push(offered.option);
  }
  return { options, effects };
}
