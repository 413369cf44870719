import * as z from "zod";
import { buildSessionCheckpoint } from "../capture/build-session-checkpoint.ts";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import { defineSlice } from "../kernel/capture-slice.ts";
import type { Context } from "../kernel/context.ts";
import type { Effect, EventHandler, EventScope, HandlerResult } from "../kernel/event-handler.ts";
import { contextPercent, findNewTier, readReportedWindow } from "./context/context-percent.ts";
import { findPlacesDirectory } from "./files/places-directory.ts";
import { sessionKey } from "./files/session-key.ts";
import { appendHeldPrompt, removeHeldPrompts } from "./held/held-files.ts";
import { saveAutomaticPlace } from "./save-automatic-place.ts";
import { restoreHint, saveHint, skillCommandFor } from "./skill-hints.ts";

type PromptScope = EventScope<EventOf<"user_prompt_submit">>;

const NAME = "adviseContext";
/** What was done about the use of the context. */
export const contextAdvice = defineSlice({
  name: "context-advice",
  version: 1,
  schema: z.object({
    /** The highest use, in percent, that was reported to the user. */
    percent: z.number(),
    /** A place was saved because the context was nearly full, and the context has not shrunk since. */
    saved: z.boolean(),
  }),
  empty: { percent: 0, saved: false },
});
/** More pending replies than a session ever has. */
const PENDING = 50;
/** From this use of the context on, in percent, it is nearly full and the place is saved automatically. */
const NEARLY_FULL = 95;

/** Reports how full the context is. If it is nearly full, saves the place and, if configured, holds prompts. */
export const adviseContext: EventHandler<EventOf<"user_prompt_submit">> = {
  name: NAME,
  kinds: ["user_prompt_submit"],
  async handle(ctx, scope) {
    const lost = await releaseUnrefused(ctx, scope);
    const reported = () => readReportedWindow(ctx.paths, scope.session.nativeId);
    const percent = contextPercent(scope.capture, reported);
    if (percent === undefined) return { scope, effects: lost };
    const refused = holdPrompt(ctx, scope, percent);
    const advised = advise(ctx, scope, percent);
    const kept =
      percent >= NEARLY_FULL ? await saveOnce(ctx, advised.scope) : withSaved(advised.scope, false);
    const reply = refused ? { block: { reason: refusal(ctx, scope, percent) } } : (advised.reply ?? {});
    return { ...kept, reply, effects: [...lost, ...(kept.effects ?? [])] };
  },
};

/** Does not repeat the prompt, since this text may become part of the context. */
function refusal(ctx: Context, { event }: PromptScope, percent: number): string {
  return `Holdfast: the context is at ${Math.floor(percent)} %, so this prompt was held and not run. Compact or clear the context. To run it then, ${restoreHint(ctx, event)}.`;
}

/** Holds a prompt if configured. Returns whether to reject it: only if it is stored and a person typed it. */
function holdPrompt(ctx: Context, scope: PromptScope, percent: number): boolean {
  const { prompt, at, fromClient = false } = scope.event;
  const key = sessionKey(scope.session.nativeId);
  if (key === undefined || !isHolding(ctx, percent) || isExempt(prompt, skillCommandFor(ctx, scope.event)))
    return false;
  try {
    const held = { at: new Date(at).toISOString(), text: ctx.redactor.text(prompt), replayable: !fromClient };
    appendHeldPrompt(findDirectory(ctx, scope), key, held);
    return isRejecting(ctx, percent) && !fromClient && scope.awaited;
  } catch (error) {
    ctx.log.error("prompt not kept", error);
    return false;
  }
}

/** A prompt whose refusal no hook printed was run by the agent, so it is not held any more. */
async function releaseUnrefused(ctx: Context, scope: PromptScope): Promise<Effect[]> {
  const { session } = scope;
  const pending = await ctx.store.listPendingReplies({ sessionId: session.id, limit: PENDING });
  const refusals = pending.filter(({ handler, reply }) => handler === NAME && reply.includes('"block"'));
  const key = sessionKey(session.nativeId);
  if (refusals.length === 0 || key === undefined) return [];
  const heldAt = refusals.map(({ at }) => new Date(at).toISOString());
  removeHeldPrompts(findDirectory(ctx, scope), key, ({ at }) => heldAt.includes(at));
  return [{ type: "give_up_replies", ids: refusals.map(({ id }) => id) }];
}

type ConfigDeps = Pick<Context, "config">;

function isHolding(ctx: ConfigDeps, percent: number): boolean {
  return isRejecting(ctx, percent) || (ctx.config.place.holdPrompts && percent >= NEARLY_FULL);
}

function isRejecting({ config }: ConfigDeps, percent: number): boolean {
  return percent >= (config.place.blockAt ?? Number.POSITIVE_INFINITY);
}

function advise(ctx: Context, scope: PromptScope, percent: number): HandlerResult {
  const before = contextAdvice.read(scope.capture);
  const tier = ctx.config.place.advise ? findNewTier(percent, before.percent) : undefined;
  if (tier === undefined) return { scope };
  const notice = `Holdfast: the context is ${Math.floor(percent)} % full. To save your place, ${saveHint(ctx, scope.event)}, or run in a terminal: holdfast save "what is next".`;
  return { scope: withAdvice(scope, { ...before, percent: tier }), reply: { notice } };
}

/** Saves the place once each time that the context fills up. */
async function saveOnce(ctx: Context, scope: EventScope): Promise<HandlerResult> {
  const { session, capture, event, effects } = scope;
  if (contextAdvice.read(capture).saved || session.promptCount === 0) return { scope };
  const saved = await buildSessionCheckpoint(
    ctx,
    { session, capture, trigger: "pre_compact", at: event.at },
    effects,
  );
  await saveAutomaticPlace(ctx, scope, saved.effect.checkpoint.id);
  const after = withSaved({ ...scope, session: saved.session, capture: saved.capture }, true);
  return { ...after, effects: [saved.effect] };
}

function withSaved(scope: EventScope, saved: boolean): HandlerResult {
  const before = contextAdvice.read(scope.capture);
  return { scope: before.saved === saved ? scope : withAdvice(scope, { ...before, saved }) };
}

function withAdvice(scope: EventScope, advice: { percent: number; saved: boolean }): EventScope {
  return { ...scope, capture: contextAdvice.write(scope.capture, advice) };
}

function findDirectory(ctx: Context, { event, session }: EventScope) {
  return findPlacesDirectory(ctx, { ...session, cwd: event.cwd });
}

/** Commands that make room, or that help to do so. */
const EXEMPT = new Set([
  "/compact",
  "/clear",
  "/help",
  "/checkpoint",
  "/holdfast:checkpoint",
  "/compress",
  "/new",
]);

/**
 * Whether a prompt is allowed although the context is full, by its exact first word: one of these commands, or the
 * client's own for the checkpoint skill. Purging places does not make room.
 */
export function isExempt(prompt: string, skillCommand?: string): boolean {
  const [command = "", ...rest] = prompt.trim().split(/\s+/);
  const passes = EXEMPT.has(command) || command === skillCommand;
  return passes && !(command.endsWith("checkpoint") && rest.includes("--purge"));
}
