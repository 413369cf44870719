import type { AgentAdapter } from "../../kernel/agent/agent.ts";
import { sampleStart } from "../hook-command.ts";
import { capabilities } from "./capabilities.ts";
import { conversationFiles } from "./conversation-files.ts";
import { environment } from "./environment.ts";
import { hooks } from "./hooks.ts";
import { renderReply } from "./replies.ts";
import { terminal } from "./terminal.ts";

/** Parsers of the client's formats are loaded on first use: most commands need none of them. */
export const gemini: AgentAdapter = {
  name: "gemini",
  title: "Gemini CLI",
  command: "gemini",
  capabilities,
  environment,
  terminal,
  conversationFiles,
  todoTool: { name: "write_todos", item: "todo" },
  todoForms: async (todos) => (await import("./tools.ts")).todoForms(todos),
  parseEvent: async (...given) => (await import("./events.ts")).parseEvent(...given),
  renderReply,
  readTranscript: async (...given) => (await import("./transcript.ts")).readTranscript(...given),
  readUsage: async (...given) => (await import("./transcript/usage.ts")).readUsage(...given),
  findSessionFiles: async (...given) =>
    (await import("./transcript/session-files.ts")).findSessionFiles(...given),
  plan: async (...given) => (await import("./connect.ts")).plan(...given),
  connect: async (...given) => (await import("./connect.ts")).connect(...given),
  disconnect: async (...given) => (await import("./connect.ts")).disconnect(...given),
  check: async (...given) => (await import("./check.ts")).check(...given),
  sessionRetention: async (paths) => (await import("./session-retention.ts")).sessionRetention(paths),
  sampleStart: (paths) => sampleStart(hooks, paths),
};
