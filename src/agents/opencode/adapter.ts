import { defineAgent } from "../define-agent.ts";
import { PLUGIN_EVENTS, pluginHooks } from "../plugin/protocol.ts";
import { sessionPath } from "./database-file.ts";

/** Parsers of the client's formats are loaded on first use: most commands need none of them. */
export const opencode = defineAgent({
  name: "opencode",
  title: "OpenCode",
  command: "opencode",
  // Measured with OpenCode 1.18.33. Our plugin reports a session start with the first prompt, since the client
  // reports none for a session that it resumes. `opencode run` exits before a blocked stop could continue, so no
  // stop is blocked there.
  capabilities: {
    injectAtStart: true,
    injectAtPrompt: true,
    blockStop: true,
    seesCompaction: true,
    startsAfterCompaction: true,
    seesSubagents: true,
    resumesFullHistory: true,
    plugin: true,
    collapses: "always",
  },
  environment: {
    configDir: { variable: "XDG_CONFIG_HOME", usual: ".config/opencode", within: "opencode" },
    dataDir: { variable: "XDG_DATA_HOME", within: "opencode" },
    file: { variable: "OPENCODE_DB" },
    // Our plugin sets `OPENCODE_SESSION_ID` for commands that the model runs. The sessions of a process share its
    // servers.
    inside: { mark: "OPENCODE", nativeSession: "OPENCODE_SESSION_ID" },
  },
  ...pluginHooks(async () => (await import("./tools.ts")).client),
  // The next prompt deletes the reverted messages. They must be read before, so this event is not left in the spool.
  hooks: { events: [...PLUGIN_EVENTS, { name: "BranchChange", answer: "reply" }] },
  // Measured with OpenCode 1.18.33.
  terminal: {
    composer: {
      marker: /^ *┃ {2}$/,
      placeholder: /^Ask anything/,
      dialog: /enter (?:confirm|select)|Permission required/i,
      busy: /esc (?:again to )?interrupt/,
    },
    commandPrefix: "!",
    skillCommand: "/checkpoint",
    refused: /^(?:-[cs]|run|serve|web|attach|--continue|--session|--fork)(?:=|$)/,
    start: (args) => ({ command: ["opencode", ...args] }),
    resume: (session, args) => ["opencode", "--session", session, ...args],
  },
  readTranscript: async (path) => (await import("./transcript.ts")).readTranscript(path),
  connection: async () => (await import("./connection.ts")).connection,
  sessions: {
    find: async (...given) => (await import("./session-files.ts")).findSessionFiles(...given),
    forkedFrom: async (path) => (await import("./session-files.ts")).forkedFrom(path),
    usage: async (...given) => (await import("./session-files.ts")).readUsage(...given),
  },
  conversationStore: {
    pathOf: sessionPath,
    read: async (path) => (await import("./conversation.ts")).readConversation(path),
    ids: [
      "id",
      "revert.messageID",
      "revert.partID",
      "info.id",
      "info.parentID",
      "parts.*.id",
      "parts.*.callID",
      "parts.*.tail_start_id",
    ],
    marksOf: async (conversation) => (await import("./conversation.ts")).marksOf(conversation),
    toFile: async (...given) => (await import("./conversation.ts")).toFile(...given),
    // Without plugins: ours would report it.
    add: (file) => ["opencode", "import", "--pure", file],
  },
  todos: {
    tool: { name: "todowrite", item: "todo" },
    forms: async (todos) => (await import("./tools.ts")).todoForms(todos),
  },
});
