import type { AgentEnvironment } from "../../../src/kernel/agent/agent-environment.ts";

export const environment: AgentEnvironment = {
  configDir: { variable: "SCRIBE_HOME", within: "config" },
  inside: { mark: "SCRIBE", nativeSession: "SCRIBE_SESSION" },
};
