import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  configDir: { variable: "XDG_CONFIG_HOME", within: "opencode" },
  dataDir: { variable: "XDG_DATA_HOME", within: "opencode" },
  file: { variable: "OPENCODE_DB" },
  // Our plugin sets the second for the commands that the model runs. Servers are shared by the sessions of a process.
  inside: { mark: "OPENCODE", nativeSession: "OPENCODE_SESSION_ID" },
};
