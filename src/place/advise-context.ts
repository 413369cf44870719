import { checkpointCapture } from "../capture/checkpoint-capture.ts";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { EventHandler, EventScope, Handled } from "../kernel/event-handler.ts";
import { contextPercent, newTier, statusWindow } from "./context/context-percent.ts";
import { findPlacesFolder } from "./files/places-folder.ts";
import { sessionKey } from "./files/session-key.ts";
import { appendHeldPrompt } from "./held/held-files.ts";
import { keepAutomaticPlace } from "./keep-automatic-place.ts";

type PromptScope = EventScope<EventOf<"user_prompt_submit">>;

/** From here on the context is nearly full: the place is saved automatically. */
const NEARLY_FULL = 95;

/** Says how full the context is, and keeps what a full one may lose: the place, and prompts if the user wants that. */
export const adviseContext: EventHandler<EventOf<"user_prompt_submit">> = {
  name: "adviseContext",
  kinds: ["user_prompt_submit"],
  async handle(ctx, scope) {
    const reported = () => statusWindow(ctx.paths, scope.session.nativeId);
    const percent = contextPercent(scope.capture, reported);
    if (percent === undefined) return { scope };
    const refused = keepPrompt(ctx, scope, percent);
    const advised = advise(ctx, scope, percent);
    const kept = percent >= NEARLY_FULL ? await keepPlace(ctx, advised.scope) : made(advised.scope, false);
    return { ...kept, reply: refused ? { block: { reason: refusal(percent) } } : (advised.reply ?? {}) };
  },
};

/** The prompt itself is not repeated: what is said here may end up in the context again. */
function refusal(percent: number): string {
  return `Holdfast: the context is at ${Math.floor(percent)} %, so this prompt was held and not run. Compact or clear the context, then run it with /checkpoint --restore.`;
}

/** Keeps a prompt where the user wants that. True if it is to be refused: only if it is safe, and a person's. */
function keepPrompt(ctx: Context, scope: PromptScope, percent: number): boolean {
  const { prompt, at, fromClient = false } = scope.event;
  const key = sessionKey(scope.session.nativeId);
  if (key === undefined || !isKept(ctx, percent) || isExempt(prompt)) return false;
  try {
    const held = { at: new Date(at).toISOString(), text: ctx.redactor.text(prompt), replayable: !fromClient };
    appendHeldPrompt(folderOf(ctx, scope), key, held);
    return isRefused(ctx, percent) && !fromClient && scope.awaited;
  } catch (error) {
    ctx.log.error("prompt not kept", error);
    return false;
  }
}

type Configured = Pick<Context, "config">;

function isKept(ctx: Configured, percent: number): boolean {
  return isRefused(ctx, percent) || (ctx.config.place.holdPrompts && percent >= NEARLY_FULL);
}

function isRefused({ config }: Configured, percent: number): boolean {
  return percent >= (config.place.blockAt ?? Number.POSITIVE_INFINITY);
}

function advise({ config }: Pick<Context, "config">, scope: PromptScope, percent: number): Handled {
  const tier = config.place.advise ? newTier(percent, scope.capture.advisedPercent) : undefined;
  if (tier === undefined) return { scope };
  const notice = `Holdfast: the context is ${Math.floor(percent)} % full. Save your place: holdfast save "what is next", or /checkpoint.`;
  return { scope: { ...scope, capture: { ...scope.capture, advisedPercent: tier } }, reply: { notice } };
}

/** Once each time that the context fills. */
async function keepPlace(ctx: Context, scope: EventScope): Promise<Handled> {
  const { session, capture, event, effects } = scope;
  if (capture.placeKept || session.promptCount === 0) return { scope };
  const saved = await checkpointCapture(
    ctx,
    { session, capture, trigger: "pre_compact", at: event.at },
    effects,
  );
  await keepAutomaticPlace(ctx, scope, saved.effect.checkpoint.id);
  const after = made({ ...scope, session: saved.session }, true);
  return { ...after, effects: [saved.effect] };
}

function made(scope: EventScope, placeKept: boolean): Handled {
  const { capture } = scope;
  return capture.placeKept === placeKept
    ? { scope }
    : { scope: { ...scope, capture: { ...capture, placeKept } } };
}

function folderOf(ctx: Context, { event, session }: EventScope) {
  return findPlacesFolder(ctx, { ...session, cwd: event.cwd });
}

/** What a person says to make room, and what helps with it. */
const EXEMPT = new Set([
  "/compact",
  "/clear",
  "/help",
  "/checkpoint",
  "/holdfast:checkpoint",
  "/compress",
  "/new",
]);

/** Whether a prompt passes although the context is full: by its exact first word. Purging makes no room. */
export function isExempt(prompt: string): boolean {
  const [command = "", ...rest] = prompt.trim().split(/\s+/);
  return EXEMPT.has(command) && !(command.endsWith("checkpoint") && rest.includes("--purge"));
}
