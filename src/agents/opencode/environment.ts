import { join } from "node:path";
import type { ConnectPaths } from "../../kernel/agent/agent.ts";
import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  configDir: { variable: "XDG_CONFIG_HOME", within: "opencode" },
  dataDir: { variable: "XDG_DATA_HOME", within: "opencode" },
  file: { variable: "OPENCODE_DB" },
  // Our plugin sets `OPENCODE_SESSION_ID` for commands that the model runs. The sessions of a process share its
  // servers.
  inside: { mark: "OPENCODE", nativeSession: "OPENCODE_SESSION_ID" },
};

/** Where the client keeps its settings. */
export function configDirectory({ home, configDirs }: Pick<ConnectPaths, "home" | "configDirs">): string {
  return configDirs["opencode"] ?? join(home, ".config", "opencode");
}
