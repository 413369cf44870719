import { join } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  // The client uses this as the user's home directory.
  configDir: { variable: "GEMINI_CLI_HOME", within: ".gemini" },
};

/** Where the client keeps its settings. */
export function configDirectory({ home, configDirs }: Pick<ConnectPaths, "home" | "configDirs">): string {
  return configDirs["gemini"] ?? join(home, ".gemini");
}
