import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  configDir: { variable: "CODEX_HOME" },
  // Its servers get none of its variables.
  callMeta: { nativeSession: "threadId" },
};
