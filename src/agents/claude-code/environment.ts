import { join } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  configDir: { variable: "CLAUDE_CONFIG_DIR" },
  inside: { mark: "CLAUDECODE", nativeSession: "CLAUDE_CODE_SESSION_ID" },
  callMeta: { call: "claudecode/toolUseId" },
};

/** Where the client keeps its settings. */
export function configDirectory({ home, configDirs }: Pick<ConnectPaths, "home" | "configDirs">): string {
  return configDirs["claude-code"] ?? join(home, ".claude");
}
