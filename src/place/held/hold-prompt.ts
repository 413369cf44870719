import type { EventOf } from "../../kernel/agent/agent-event.ts";
import type { Context } from "../../kernel/context.ts";
import type { Effect, EventScope } from "../../kernel/event-handler.ts";
import { sessionKey } from "../files/session-key.ts";
import { findPlacesDirectory } from "../find-places-directory.ts";
import { restoreHint, skillCommandFor } from "../skill-hints.ts";
import { appendHeldPrompt, removeHeldPrompts } from "./held-files.ts";

export type PromptScope = EventScope<EventOf<"user_prompt_submit">>;

/** More pending replies than a session ever has. */
const PENDING = 50;
/** From this use of the context on, in percent, it is nearly full: prompts are held if configured, and the place is saved. */
export const NEARLY_FULL = 95;

/** Does not repeat the prompt, since this text may become part of the context. */
export function refusalOf(ctx: Context, { event }: PromptScope, percent: number): string {
  return `Holdfast: the context is at ${Math.floor(percent)} %, so this prompt was held and not run. Compact or clear the context. To run it then, ${restoreHint(ctx, event)}.`;
}

/** Holds a prompt if configured. Returns whether to reject it: only if it is stored and a person typed it. */
export function holdPrompt(ctx: Context, scope: PromptScope, percent: number): boolean {
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
export async function releaseUnrefused(ctx: Context, scope: PromptScope, handler: string): Promise<Effect[]> {
  const { session } = scope;
  const pending = await ctx.store.listPendingReplies({ sessionId: session.id, limit: PENDING });
  const refusals = pending.filter((each) => each.handler === handler && each.reply.includes('"block"'));
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

function findDirectory(ctx: Context, { event, session }: PromptScope) {
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
