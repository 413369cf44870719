import { join } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  // The same variable as pi's: this client is a fork of pi.
  configDir: { variable: "PI_CODING_AGENT_DIR" },
  // Shells have the mark, and our MCP server gets it. Their session is that of the client's process.
  inside: { mark: "OMPCODE", alsoSets: ["CLAUDECODE"] },
};

/** Where the client keeps its settings. */
export function configDirectory({ home, configDirs }: Pick<ConnectPaths, "home" | "configDirs">): string {
  return configDirs["oh-my-pi"] ?? join(home, ".omp", "agent");
}
