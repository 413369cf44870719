import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  configDir: { variable: "OPENCLAW_STATE_DIR", or: { variable: "OPENCLAW_HOME", within: ".openclaw" } },
  file: { variable: "OPENCLAW_CONFIG_PATH" },
  // Our plugin sets the second for the commands that the model runs. Our MCP server gets only the mark.
  inside: { mark: "OPENCLAW_CLI", nativeSession: "OPENCLAW_SESSION_ID" },
  // In our plugin's directory.
  serversStartElsewhere: true,
};
