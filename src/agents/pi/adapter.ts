import type { AgentAdapter } from "../../kernel/agent/agent.ts";
import { sampleStart } from "../hook-command.ts";
import { renderPluginReply } from "../plugin/replies.ts";
import { capabilities } from "./capabilities.ts";
import { conversationFiles } from "./conversation-files.ts";
import { environment } from "./environment.ts";
import { hooks } from "./hooks.ts";
import { terminal } from "./terminal.ts";

/** Parsers of the client's formats are loaded on first use: most commands need none of them. */
export const pi: AgentAdapter = {
  name: "pi",
  title: "pi",
  command: "pi",
  capabilities,
  conversationFiles,
  environment,
  terminal,
  parseEvent: async (...given) => (await import("./events.ts")).parseEvent(...given),
  renderReply: renderPluginReply,
  readTranscript: async (...given) => (await import("./transcript.ts")).readTranscript(...given),
  forkedFrom: async (path) => (await import("../session-tree/forked-from.ts")).forkedFrom(path),
  readUsage: async (...given) => (await import("../session-tree/usage.ts")).readUsage(...given),
  findSessionFiles: async (...given) =>
    (await import("../session-tree/session-files.ts")).findSessionFiles(...given),
  plan: async (...given) => (await import("./connect.ts")).plan(...given),
  connect: async (...given) => (await import("./connect.ts")).connect(...given),
  disconnect: async (...given) => (await import("./connect.ts")).disconnect(...given),
  check: async (...given) => (await import("./check.ts")).check(...given),
  sampleStart: (paths) => sampleStart(hooks, paths),
};
