import { sampleStart } from "../../../src/agents/hook-command.ts";
import type { AgentAdapter } from "../../../src/kernel/agent/agent.ts";
import { capabilities } from "./capabilities.ts";
import { check } from "./check.ts";
import { connect, disconnect, plan } from "./connect.ts";
import { environment } from "./environment.ts";
import { parseEvent } from "./events.ts";
import { hooks } from "./hooks.ts";
import { renderReply } from "./replies.ts";
import { terminal } from "./terminal.ts";
import { readTranscript } from "./transcript.ts";

/** A client that does not exist, with formats of its own: what a new adapter is made of. */
export const scribe: AgentAdapter = {
  name: "scribe",
  title: "Scribe",
  command: "scribe",
  capabilities,
  environment,
  terminal,
  parseEvent: async (...given) => parseEvent(...given),
  renderReply,
  readTranscript,
  plan,
  connect,
  disconnect,
  check,
  sampleStart: (place) => sampleStart(hooks, place),
};
