import type { AgentEvent, AgentEventKind, Reply } from "../kernel/agent/agent-event.ts";
import { boundedText } from "./bounded.ts";

const MAX_NOTICE = 2_000;

/** A hook's standard output: one JSON document, or nothing if it is empty. */
export function hookOutput(document: object): string {
  return Object.keys(document).length > 0 ? JSON.stringify(document) : "";
}

/** Context for the model at this event, cut to `max` characters. */
export function addedContext(hookEventName: string, text: string | undefined, max: number): object {
  if (!text) return {};
  return { hookSpecificOutput: { hookEventName, additionalContext: boundedText(text, max) } };
}

/** A line for the user that the model does not see. */
export function shownNotice(line: string | undefined): object {
  return line ? { systemMessage: boundedText(line, MAX_NOTICE) } : {};
}

/** Which parts of a reply a client takes, and at which events. It may reject a reply with other fields. */
export interface ReplyForm {
  /** Characters of a text. */
  max: number;
  notices: readonly AgentEventKind[];
  /**
   * A quiet block is sent as context of this event: it also makes the agent continue, but the screen shows no
   * "problem".
   */
  quietBlock?: string;
}

const CONTEXT: Partial<Record<AgentEventKind, string>> = {
  session_start: "SessionStart",
  user_prompt_submit: "UserPromptSubmit",
};
/** Like a block, context at a stop makes the agent continue, so only a block may add it. */
const BLOCKED: readonly AgentEventKind[] = ["user_prompt_submit", "agent_stop"];

/** The reply of a hook in the form that Claude Code introduced: context, a block or neither, and a notice. */
export function renderHookReply(form: ReplyForm, { kind }: AgentEvent, reply: Reply): string {
  const { max, notices } = form;
  const block = BLOCKED.includes(kind) ? reply.block : undefined;
  const event = block ? undefined : CONTEXT[kind];
  return hookOutput({
    ...(block ? blockOf(block, form) : {}),
    ...(event ? addedContext(event, reply.context, max) : {}),
    ...(notices.includes(kind) ? shownNotice(reply.notice) : {}),
  });
}

function blockOf({ reason, quiet }: NonNullable<Reply["block"]>, { max, quietBlock }: ReplyForm): object {
  if (quiet && quietBlock) return addedContext(quietBlock, reason, max);
  return { decision: "block", reason: boundedText(reason, max) };
}
