import type { TodoTool } from "../../kernel/agent/agent.ts";
import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import type { Context } from "../../kernel/context.ts";
import type { SessionSummary } from "../../kernel/record.ts";

/** The tool for todos of the agent that continues. Undefined for the one that worked before: it is known to keep them. */
export function nextTodoTool(
  { agents }: Pick<Context, "agents">,
  worked: Pick<SessionSummary, "agent"> | undefined,
  { agent }: AgentEvent,
): TodoTool | undefined {
  return worked?.agent === agent ? undefined : agents.find(({ name }) => name === agent)?.todoTool;
}
