import type { AgentAdapter } from "../kernel/agent.ts";
import type { Context } from "../kernel/context.ts";
import { surveyAgents } from "./survey-agents.ts";

/** Agents whose sessions are read from their files where no hook reports them, and where these are (`continuity.follow`). */
export async function findFollowedAgents(
  ctx: Context,
): Promise<{ adapter: AgentAdapter; configDir: string; dataDir?: string }[]> {
  const { enabled, follow } = ctx.config.continuity;
  if (!enabled || follow === "never") return [];
  const surveyed = await surveyAgents(ctx);
  return surveyed.filter(
    ({ isConnected, isPresent }) => isConnected || (follow === "installed" && isPresent),
  );
}
