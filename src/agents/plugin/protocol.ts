import type { AgentAdapter } from "../../kernel/agent/agent.ts";
import type { AgentEvent, AgentEventKind, Reply } from "../../kernel/agent/agent-event.ts";
import { boundedText } from "../bounded.ts";
import { type ClientHooks, HOOK_EVENTS } from "../hook-command.ts";
import type { HookClient } from "../hook-events.ts";
import { hookOutput } from "../hook-output.ts";

/** What the clients with a plugin report besides: the end of a turn that failed or was interrupted. */
export const PLUGIN_EVENTS: ClientHooks["events"] = [...HOOK_EVENTS, { name: "StopFailure", answer: "none" }];

/** What is the same for all clients whose hooks are a plugin of ours: events, their reader and the form of replies. */
export function pluginHooks(load: () => Promise<HookClient>) {
  return { hooks: { events: PLUGIN_EVENTS }, parseEvent: pluginEvents(load), renderReply: renderPluginReply };
}

/** Converts what our plugin sent to an event. The reader of the client is loaded with the first event. */
function pluginEvents(load: () => Promise<HookClient>): AgentAdapter["parseEvent"] {
  return async (payload, envelope) => {
    const { parseHookEvent } = await import("../hook-events.ts");
    return parseHookEvent(await load(), payload, envelope);
  };
}

const MAX_TEXT = 20_000;
const MAX_NOTICE = 2_000;

const TAKE_CONTEXT: readonly AgentEventKind[] = ["session_start", "user_prompt_submit", "pre_compact"];
const TAKE_BLOCK: readonly AgentEventKind[] = ["user_prompt_submit", "agent_stop"];

/**
 * The reply that a plugin reads: context for the model, the reason to continue or to block, and a notice for the
 * person.
 */
function renderPluginReply({ kind }: AgentEvent, { context, block, notice }: Reply): string {
  const takesContext = TAKE_CONTEXT.includes(kind);
  const takesBlock = TAKE_BLOCK.includes(kind);
  if (!takesContext && !takesBlock) return "";
  return hookOutput({
    ...(context && takesContext ? { context: boundedText(context, MAX_TEXT) } : {}),
    ...(block && takesBlock ? blockOf(block) : {}),
    ...(notice ? { notice: boundedText(notice, MAX_NOTICE) } : {}),
  });
}

function blockOf({ reason, quiet }: NonNullable<Reply["block"]>) {
  return { block: boundedText(reason, MAX_TEXT), ...(quiet ? { quiet } : {}) };
}
