import { defineAgent } from "../define-agent.ts";
import { pluginHooks } from "../plugin/protocol.ts";

/** Parsers of the client's formats are loaded on first use: most commands need none of them. */
export const ohMyPi = defineAgent({
  name: "oh-my-pi",
  title: "oh-my-pi",
  command: "omp",
  // Measured with oh-my-pi 18.2.3. The context of a session start reaches the model with the first prompt.
  capabilities: {
    injectAtStart: true,
    injectAtPrompt: true,
    blockStop: true,
    seesCompaction: true,
    startsAfterCompaction: true,
    seesSubagents: true,
    resumesFullHistory: true,
    hasOwnRewind: true,
  },
  environment: {
    // The same variable as pi's: this client is a fork of pi.
    configDir: { variable: "PI_CODING_AGENT_DIR", usual: ".omp/agent" },
    // Shells have the mark, and our MCP server gets it. Their session is that of the client's process.
    inside: { mark: "OMPCODE", alsoSets: ["CLAUDECODE"] },
  },
  ...pluginHooks(async () => (await import("./tools.ts")).client),
  // Measured with oh-my-pi 18.2.3. It chooses the session's id itself.
  terminal: {
    composer: {
      marker: /^╰─ $/,
      placeholder: /^$/,
      dialog: /Enter select|Esc cancel/i,
      busy: /⎋ \S/,
    },
    commandPrefix: "!",
    skillCommand: "/skill:checkpoint",
    refused: /^(?:-[prc]|--print|--mode|--resume|--continue|--session|--fork|--no-session)(?:=|$)/,
    start: (args) => ({ command: ["omp", ...args] }),
    resume: (session, args) => ["omp", "--resume", session, ...args],
  },
  readTranscript: async (...given) => (await import("./transcript.ts")).readTranscript(...given),
  connection: async () => (await import("./connection.ts")).connection,
  sessions: {
    find: async (...given) => (await import("../session-tree/session-files.ts")).findSessionFiles(...given),
    forkedFrom: async (path) => (await import("../session-tree/session-files.ts")).forkedFrom(path),
    usage: async (...given) => (await import("../session-tree/usage.ts")).readUsage(...given),
  },
  todos: {
    tool: { name: "todo", item: "task" },
    forms: async (todos) => (await import("./todos.ts")).todoForms(todos),
  },
});
