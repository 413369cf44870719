import type { TodoTool } from "../../kernel/agent/agent.ts";
import type { AgentEvent } from "../../kernel/agent/agent-event.ts";
import type { Context } from "../../kernel/context.ts";
import type { SessionSummary } from "../../kernel/record.ts";

/**
 * The todo tool of the agent that continues. Undefined if it is the same agent, which still has the todos in its list.
 */
export function nextTodoTool(
  { agents }: Pick<Context, "agents">,
  worked: Pick<SessionSummary, "agent"> | undefined,
  { agent }: AgentEvent,
): TodoTool | undefined {
  return worked?.agent === agent ? undefined : agents.find(({ name }) => name === agent)?.todos?.tool;
}
