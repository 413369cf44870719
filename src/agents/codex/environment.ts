import { join } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  configDir: { variable: "CODEX_HOME" },
  // MCP servers get none of the client's variables.
  callMeta: { nativeSession: "threadId" },
};

/** Where the client keeps its settings. */
export function configDirectory({ home, configDirs }: Pick<ConnectPaths, "home" | "configDirs">): string {
  return configDirs["codex"] ?? join(home, ".codex");
}
