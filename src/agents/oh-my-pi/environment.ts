import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  // The same name as pi's, from which this client descends.
  configDir: { variable: "PI_CODING_AGENT_DIR" },
  // Shells have the mark, and our MCP server gets it. Their session is that of the client's process.
  inside: { mark: "OMPCODE", poses: ["CLAUDECODE"] },
};
