import type { AgentEvent, Reply } from "../../kernel/agent/agent-event.ts";
import { boundedText } from "../bounded.ts";
import { type ReplyForm, renderHookReply } from "../hook-output.ts";

/** Above this the client gives the model a file name and a 2 KB preview instead of the text. */
const MAX_CONTEXT = 10_000;

/** At other events, output would only appear on the screen or stay in the history. */
const FORM: ReplyForm = {
  max: MAX_CONTEXT,
  notices: ["session_start", "user_prompt_submit", "agent_stop", "tool_use"],
  quietBlock: "Stop",
};

/** The hook's standard output, "" for none. Fields that the event does not support are left out. */
export function renderReply(event: AgentEvent, reply: Reply): string {
  return event.kind === "pre_compact" ? summaryInstructions(reply) : renderHookReply(FORM, event, reply);
}

/**
 * The client appends the output of a PreCompact hook to the summary instructions. A quoted JSON string is plain text to
 * the client (seen with 2.1.329) and still exactly one JSON document.
 */
function summaryInstructions({ context: text }: Reply): string {
  if (!text) return "";
  let room = MAX_CONTEXT;
  let document = JSON.stringify(boundedText(text, room));
  while (document.length > MAX_CONTEXT) {
    room = Math.floor((room * MAX_CONTEXT) / document.length);
    document = JSON.stringify(boundedText(text, room));
  }
  return document;
}
