import type { AgentAdapter, ConnectionCheck, ConnectPaths } from "../kernel/agent/agent.ts";
import { describeFailure } from "./describe-failure.ts";

export interface AgentCheck extends Omit<ConnectionCheck, "installed"> {
  /** Unknown if the check failed, for example because a file of the agent cannot be read. */
  installed: boolean | "unknown";
}

/** Checks one agent. A failure is a problem of this agent, and does not concern the others. */
export async function checkAgent(
  { connection }: Pick<AgentAdapter, "connection">,
  paths: ConnectPaths,
): Promise<AgentCheck> {
  try {
    return await connection.check(paths);
  } catch (error) {
    return { installed: "unknown", problems: [describeFailure(error)] };
  }
}
