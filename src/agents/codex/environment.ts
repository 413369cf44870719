import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  configDir: { variable: "CODEX_HOME" },
  // MCP servers get none of the client's variables.
  callMeta: { nativeSession: "threadId" },
};
