import type { AgentEvent, AgentEventKind, Reply } from "../../kernel/agent/agent-event.ts";
import { boundedText } from "../bounded.ts";
import { addedContext, hookOutput, shownNotice } from "../hook-output.ts";

/** Above this the client gives the model a file name and a 2 KB preview instead of the text. */
const MAX_CONTEXT = 10_000;
const MAX_REASON = 10_000;

/** The hook's standard output, "" for none. Fields that the event does not support are left out. */
export function renderReply({ kind }: AgentEvent, reply: Reply): string {
  return kind === "subagent" || kind === "branch_change" ? "" : renderFor(kind, reply);
}

function renderFor(kind: Exclude<AgentEventKind, "branch_change" | "subagent">, reply: Reply): string {
  switch (kind) {
    case "session_start":
      return hookOutput({
        ...addedContext("SessionStart", reply.context, MAX_CONTEXT),
        ...shownNotice(reply.notice),
      });
    case "user_prompt_submit":
      if (reply.block) return hookOutput({ ...block(reply), ...shownNotice(reply.notice) });
      return hookOutput({
        ...addedContext("UserPromptSubmit", reply.context, MAX_CONTEXT),
        ...shownNotice(reply.notice),
      });
    case "agent_stop":
      // Like a block, context at a stop makes the agent continue, so only a block may add it.
      return hookOutput({ ...block(reply), ...shownNotice(reply.notice) });
    case "pre_compact":
      return summaryInstructions(reply);
    case "tool_use":
      return hookOutput(shownNotice(reply.notice));
    case "post_compact":
    case "session_end":
    case "notification":
      // Output here would only appear on the screen or stay in the history.
      return "";
  }
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

/** A quiet block is sent as context: it also makes the agent continue, but the screen shows no "problem". */
function block({ block: wanted }: Reply) {
  if (!wanted) return {};
  if (wanted.quiet) return addedContext("Stop", wanted.reason, MAX_CONTEXT);
  return { decision: "block", reason: boundedText(wanted.reason, MAX_REASON) };
}
