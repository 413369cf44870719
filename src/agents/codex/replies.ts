import type { AgentEvent, AgentEventKind, Reply } from "../../kernel/agent/agent-event.ts";
import { boundedText } from "../bounded.ts";
import { addedContext, hookOutput, shownNotice } from "../hook-output.ts";

/** Above this the client cuts the middle out. */
const MAX_CONTEXT = 10_000;
const MAX_REASON = 10_000;

/**
 * The hook's standard output. The client ignores a reply with any field that it does not know, so no others are sent.
 */
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
      return hookOutput({ ...block(reply), ...shownNotice(reply.notice) });
    case "pre_compact": // stopping it here would abort the user's turn
    case "post_compact":
    case "tool_use":
    case "session_end":
    case "notification":
      return "";
  }
}

function block({ block: wanted }: Reply) {
  return wanted ? { decision: "block", reason: boundedText(wanted.reason, MAX_REASON) } : {};
}
