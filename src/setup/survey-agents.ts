import { accessSync, constants, existsSync } from "node:fs";
import { delimiter, isAbsolute, join } from "node:path";
import type { AgentAdapter, ConnectPlan } from "../kernel/agent/agent.ts";
import type { Context, Installation } from "../kernel/context.ts";
import { checkAgent } from "./check-agent.ts";
import { resolveConnectPaths } from "./connect-paths.ts";

/** An agent and how it is set up on this machine. */
export interface SurveyedAgent extends ConnectPlan {
  adapter: AgentAdapter;
  /** Whether its program or its configuration exists. */
  isPresent: boolean;
  isConnected: boolean;
}

type SurveyContext = Installation & Pick<Context, "agents" | "config">;

export async function surveyAgents(ctx: SurveyContext): Promise<SurveyedAgent[]> {
  const paths = resolveConnectPaths(ctx);
  return await Promise.all(
    ctx.agents.map(async (adapter) => {
      const plan = await adapter.connection.plan(paths);
      const { installed } = await checkAgent(adapter, paths);
      const isPresent = existsSync(plan.configDir) || isOnPath(adapter.command, ctx.searchPath);
      return { ...plan, adapter, isPresent, isConnected: installed === true };
    }),
  );
}

/** On Windows, npm writes a `.cmd` beside each program. */
function isOnPath(command: string, searchPath: string): boolean {
  const names = process.platform === "win32" ? [`${command}.cmd`, `${command}.exe`] : [command];
  const directories = searchPath.split(delimiter).filter(isAbsolute);
  return directories.some((directory) => names.some((name) => isProgram(join(directory, name))));
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Agents whose sessions are read from their files if no hook reports them (`continuity.follow`), with their
 * directories.
 */
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
