import type { AgentEnvironment } from "../../kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  // The client uses this as the user's home directory.
  configDir: { variable: "GEMINI_CLI_HOME", within: ".gemini" },
};
