import type { AgentName } from "../../kernel/agent/agent-event.ts";
import type { Context } from "../../kernel/context.ts";

/** Whether a client has its own tools to mark and end explorations: a second pair would confuse its model. */
export function hasOwnPair({ agents }: Pick<Context, "agents">, agent: AgentName | undefined): boolean {
  return agents.find(({ name }) => name === agent)?.capabilities.hasOwnRewind === true;
}

/** Whether our two tools are there for the agent that asks. */
export function isPairOffered(ctx: Pick<Context, "agents" | "caller" | "config">): boolean {
  return ctx.config.rewind.enabled && !hasOwnPair(ctx, ctx.caller.agent);
}
