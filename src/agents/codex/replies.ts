import type { AgentEvent, Reply } from "../../kernel/agent-event.ts";
import { boundedText } from "../bounded.ts";

/** Above this the client cuts the middle out. */
const MAX_CONTEXT = 10_000;
const MAX_REASON = 10_000;
const MAX_NOTICE = 2_000;

/** The hook's standard output. One field that the client does not know, and it ignores the whole: nothing else is said. */
export function renderReply(event: AgentEvent, reply: Reply): string {
  switch (event.kind) {
    case "session_start":
      return render({ ...context("SessionStart", reply), ...notice(reply) });
    case "user_prompt_submit":
      return render({ ...context("UserPromptSubmit", reply), ...notice(reply) });
    case "agent_stop":
      return render({ ...block(reply), ...notice(reply) });
    case "pre_compact": // stopping it here would abort the user's turn
    case "post_compact":
    case "tool_use":
    case "session_end":
    case "notification":
      return "";
  }
}

function context(hookEventName: string, { context: text }: Reply) {
  if (!text) return {};
  return { hookSpecificOutput: { hookEventName, additionalContext: boundedText(text, MAX_CONTEXT) } };
}

function block({ block: wanted }: Reply) {
  return wanted ? { decision: "block", reason: boundedText(wanted.reason, MAX_REASON) } : {};
}

function notice({ notice: line }: Reply) {
  return line ? { systemMessage: boundedText(line, MAX_NOTICE) } : {};
}

function render(document: object): string {
  return Object.keys(document).length ? JSON.stringify(document) : "";
}
