import type { AgentAdapter } from "../../kernel/agent/agent.ts";
import { sampleStart } from "../hook-command.ts";
import { renderPluginReply } from "../plugin/replies.ts";
import { capabilities } from "./capabilities.ts";
import { environment } from "./environment.ts";
import { hooks } from "./hooks.ts";
import { terminal } from "./terminal.ts";

/** Parsers of the client's formats are loaded on first use: most commands need none of them. */
export const openclaw: AgentAdapter = {
  name: "openclaw",
  title: "OpenClaw",
  command: "openclaw",
  capabilities,
  environment,
  terminal,
  todoTool: { name: "progress_card", item: "step" },
  parseEvent: async (...given) => (await import("./events.ts")).parseEvent(...given),
  renderReply: renderPluginReply,
  readTranscript: async (path) => (await import("./transcript.ts")).readTranscript(path),
  readUsage: async (...given) => (await import("./transcript.ts")).readUsage(...given),
  findSessionFiles: async (...given) =>
    (await import("./transcript/session-files.ts")).findSessionFiles(...given),
  plan: async (...given) => (await import("./connect.ts")).plan(...given),
  connect: async (...given) => (await import("./connect.ts")).connect(...given),
  disconnect: async (...given) => (await import("./connect.ts")).disconnect(...given),
  check: async (...given) => (await import("./check.ts")).check(...given),
  sessionRetention: async (paths) => (await import("./session-retention.ts")).sessionRetention(paths),
  sampleStart: (paths) => sampleStart(hooks, paths),
};
