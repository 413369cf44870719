import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  configDir: { variable: "PI_CODING_AGENT_DIR" },
  // The client sets the second for the commands that the model runs, and our extension for our MCP server.
  inside: { mark: "PI_CODING_AGENT", nativeSession: "PI_SESSION_ID" },
};
