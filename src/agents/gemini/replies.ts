import type { AgentEvent, Reply } from "../../kernel/agent/agent-event.ts";
import { boundedText } from "../bounded.ts";
import { addedContext, hookOutput, shownNotice } from "../hook-output.ts";

const MAX_TEXT = 20_000;

/** The hook's standard output, "" for none. Fields that the event does not support are left out. */
export function renderReply(event: AgentEvent, reply: Reply): string {
  if (event.kind === "agent_stop") return hookOutput(block(reply));
  if (event.kind === "session_start") return hookOutput(shownNotice(reply.notice));
  if (event.kind !== "user_prompt_submit") return "";
  if (reply.block) return hookOutput({ decision: "deny", reason: boundedText(reply.block.reason, MAX_TEXT) });
  return hookOutput({
    ...addedContext("BeforeAgent", reply.context, MAX_TEXT),
    ...shownNotice(reply.notice),
  });
}

/** Without a message in the reply, the client shows a blocked stop as an error. */
function block({ block: wanted, notice: line }: Reply) {
  if (!wanted) return shownNotice(line);
  return {
    decision: "deny",
    reason: boundedText(wanted.reason, MAX_TEXT),
    ...shownNotice(line ?? "Holdfast asks the agent to validate and capture."),
  };
}
