import type { AgentEvent } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";

/** What a person types in the client of this event to call the checkpoint skill, if the client has a command for it. */
export function skillCommandFor(
  { agents }: Pick<Context, "agents">,
  { agent }: Pick<AgentEvent, "agent">,
): string | undefined {
  return agents.find(({ name }) => name === agent)?.terminal.skillCommand;
}

/** How a person restores a place in the client of this event: what to type, or what to tell the agent. */
export function restoreHint(ctx: Pick<Context, "agents">, event: Pick<AgentEvent, "agent">): string {
  const command = skillCommandFor(ctx, event);
  return command === undefined ? 'tell the agent "restore checkpoint"' : `type ${command} --restore`;
}

/** How a person saves a place in the client of this event. */
export function saveHint(ctx: Pick<Context, "agents">, event: Pick<AgentEvent, "agent">): string {
  const command = skillCommandFor(ctx, event);
  return command === undefined ? 'tell the agent "save my place"' : `type ${command}`;
}
