import * as z from "zod";
import { buildSessionCheckpoint } from "../capture/build-session-checkpoint.ts";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import { defineSlice } from "../kernel/capture-slice.ts";
import type { Context } from "../kernel/context.ts";
import type { EventHandler, EventScope, HandlerResult } from "../kernel/event-handler.ts";
import { contextPercent, findNewTier, readReportedWindow } from "./context/context-percent.ts";
import {
  holdPrompt,
  NEARLY_FULL,
  type PromptScope,
  refusalOf,
  releaseUnrefused,
} from "./held/hold-prompt.ts";
import { saveAutomaticPlace } from "./save-automatic-place.ts";
import { saveHint } from "./skill-hints.ts";

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

/** Reports how full the context is. If it is nearly full, saves the place and, if configured, holds prompts. */
export const adviseContext: EventHandler<EventOf<"user_prompt_submit">> = {
  name: NAME,
  kinds: ["user_prompt_submit"],
  async handle(ctx, scope) {
    const lost = await releaseUnrefused(ctx, scope, NAME);
    const reported = () => readReportedWindow(ctx.paths, scope.session.nativeId);
    const percent = contextPercent(scope.capture, reported);
    if (percent === undefined) return { scope, effects: lost };
    const refused = holdPrompt(ctx, scope, percent);
    const advised = advise(ctx, scope, percent);
    const kept =
      percent >= NEARLY_FULL ? await saveOnce(ctx, advised.scope) : withSaved(advised.scope, false);
    const reply = refused ? { block: { reason: refusalOf(ctx, scope, percent) } } : (advised.reply ?? {});
    return { ...kept, reply, effects: [...lost, ...(kept.effects ?? [])] };
  },
};

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
