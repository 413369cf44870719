import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  configDir: { variable: "CLAUDE_CONFIG_DIR" },
  inside: { mark: "CLAUDECODE", nativeSession: "CLAUDE_CODE_SESSION_ID" },
  callMeta: { call: "claudecode/toolUseId" },
};
