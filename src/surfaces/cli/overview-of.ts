import type { Context } from "../../kernel/context.ts";

/** What `holdfast` without a command shows: a list, and whether any agent is connected, since nothing is captured before. */
export async function overviewOf(ctx: Context, listed: unknown): Promise<unknown> {
  const { surveyAgents } = await import("../../setup/survey-agents.ts");
  const isConnected = (await surveyAgents(ctx)).some((agent) => agent.isConnected);
  return { ...Object(listed), isConnected };
}
