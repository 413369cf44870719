import type { AgentEvent, Reply } from "../../kernel/agent-event.ts";
import { boundedText } from "../bounded.ts";

const MAX_TEXT = 20_000;
const MAX_NOTICE = 2_000;

/** The hook's standard output. What an event cannot carry is left out, and nothing at all is "". */
export function renderReply(event: AgentEvent, reply: Reply): string {
  if (event.kind === "user_prompt_submit") return render({ ...context(reply), ...notice(reply.notice) });
  if (event.kind === "agent_stop") return render(block(reply));
  if (event.kind === "session_start") return render(notice(reply.notice));
  return "";
}

function context({ context: text }: Reply) {
  if (!text) return {};
  return {
    hookSpecificOutput: { hookEventName: "BeforeAgent", additionalContext: boundedText(text, MAX_TEXT) },
  };
}

/** The client shows a refused stop as an error, unless it is told what to show. */
function block({ block: wanted, notice: line }: Reply) {
  if (!wanted) return notice(line);
  return {
    decision: "deny",
    reason: boundedText(wanted.reason, MAX_TEXT),
    systemMessage: boundedText(line ?? "Holdfast asks the agent to validate and capture.", MAX_NOTICE),
  };
}

function notice(line: string | undefined) {
  return line ? { systemMessage: boundedText(line, MAX_NOTICE) } : {};
}

function render(document: object): string {
  return Object.keys(document).length ? JSON.stringify(document) : "";
}
