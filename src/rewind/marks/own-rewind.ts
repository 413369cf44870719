import type { AgentName } from "../../kernel/agent/agent-event.ts";
import type { Context } from "../../kernel/context.ts";

/** Whether a client has its own tools to mark and end explorations. Ours would then confuse its model. */
export function hasOwnRewind({ agents }: Pick<Context, "agents">, agent: AgentName | undefined): boolean {
  return agents.find(({ name }) => name === agent)?.capabilities.hasOwnRewind === true;
}

/** Whether the calling agent is offered our tools `checkpoint` and `rewind`. */
export function isRewindOffered(ctx: Pick<Context, "agents" | "caller" | "config">): boolean {
  return ctx.config.rewind.enabled && !hasOwnRewind(ctx, ctx.caller.agent);
}
