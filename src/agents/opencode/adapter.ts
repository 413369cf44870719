import type { AgentAdapter } from "../../kernel/agent/agent.ts";
import { sampleStart } from "../hook-command.ts";
import { renderPluginReply } from "../plugin/replies.ts";
import { capabilities } from "./capabilities.ts";
import { environment } from "./environment.ts";
import { hooks } from "./hooks.ts";
import { terminal } from "./terminal.ts";

/** Parsers of the client's formats are loaded on first use: most commands need none of them. */
export const opencode: AgentAdapter = {
  name: "opencode",
  title: "OpenCode",
  command: "opencode",
  capabilities,
  environment,
  terminal,
  todoTool: { name: "todowrite", item: "todo" },
  todoForms: async (todos) => (await import("./tools.ts")).todoForms(todos),
  parseEvent: async (...given) => (await import("./events.ts")).parseEvent(...given),
  renderReply: renderPluginReply,
  readTranscript: async (path) => (await import("./transcript.ts")).readTranscript(path),
  forkedFrom: async (path) => (await import("./transcript/forked-from.ts")).forkedFrom(path),
  readUsage: async (...given) => (await import("./transcript/usage.ts")).readUsage(...given),
  findSessionFiles: async (...given) =>
    (await import("./transcript/session-files.ts")).findSessionFiles(...given),
  plan: async (...given) => (await import("./connect.ts")).plan(...given),
  connect: async (...given) => (await import("./connect.ts")).connect(...given),
  disconnect: async (...given) => (await import("./connect.ts")).disconnect(...given),
  check: async (...given) => (await import("./check.ts")).check(...given),
  sampleStart: (paths) => sampleStart(hooks, paths),
};
