import { join } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  configDir: { variable: "OPENCLAW_STATE_DIR", or: { variable: "OPENCLAW_HOME", within: ".openclaw" } },
  file: { variable: "OPENCLAW_CONFIG_PATH" },
  // Our plugin sets `OPENCLAW_SESSION_ID` for commands that the model runs. Our MCP server gets only `OPENCLAW_CLI`.
  inside: { mark: "OPENCLAW_CLI", nativeSession: "OPENCLAW_SESSION_ID" },
  // Servers start in the directory of our plugin.
  serversStartElsewhere: true,
};

/** Where the client keeps its settings. */
export function configDirectory({ home, configDirs }: Pick<ConnectPaths, "home" | "configDirs">): string {
  return configDirs["openclaw"] ?? join(home, ".openclaw");
}
