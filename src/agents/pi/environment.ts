import { join } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  configDir: { variable: "PI_CODING_AGENT_DIR" },
  // The client sets `PI_SESSION_ID` for commands that the model runs; our extension sets it for our MCP server.
  inside: { mark: "PI_CODING_AGENT", nativeSession: "PI_SESSION_ID" },
};

/** Where the client keeps its settings. */
export function configDirectory({ home, configDirs }: Pick<ConnectPaths, "home" | "configDirs">): string {
  return configDirs["pi"] ?? join(home, ".pi", "agent");
}
