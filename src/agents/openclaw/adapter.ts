import { defineAgent } from "../define-agent.ts";
import { pluginHooks } from "../plugin/protocol.ts";

function turnCommand(session: string, args: readonly string[] = []): string[] {
  return ["openclaw", "agent", "--local", "--session-id", session, "--message", "Go on.", ...args];
}

/** Parsers of the client's formats are loaded on first use: most commands need none of them. */
export const openclaw = defineAgent({
  name: "openclaw",
  title: "OpenClaw",
  command: "openclaw",
  // Measured with OpenClaw 2026.9.6. It does not revise an answer in a turn that has called tools, so no stop is
  // blocked. What our plugin adds to a prompt is not stored: the plugin adds it again to each prompt, as long as its
  // process lives. A whole gateway uses the context engine of one plugin: ours is used only if the settings choose
  // it.
  capabilities: {
    injectAtStart: true,
    injectAtPrompt: true,
    blockStop: false,
    seesCompaction: true,
    startsAfterCompaction: true,
    resumesFullHistory: true,
    losesInjectedContext: true,
    plugin: true,
    collapses: "if_chosen",
  },
  environment: {
    configDir: {
      variable: "OPENCLAW_STATE_DIR",
      usual: ".openclaw",
      or: { variable: "OPENCLAW_HOME", within: ".openclaw" },
    },
    file: { variable: "OPENCLAW_CONFIG_PATH" },
    // Our plugin sets `OPENCLAW_SESSION_ID` for commands that the model runs. Our MCP server gets only `OPENCLAW_CLI`.
    inside: { mark: "OPENCLAW_CLI", nativeSession: "OPENCLAW_SESSION_ID" },
    // Servers start in the directory of our plugin.
    serversStartElsewhere: true,
  },
  ...pluginHooks(async () => (await import("./tools.ts")).client),
  // Measured with OpenClaw 2026.9.6. A screen without a gateway runs no plugin hooks, and a screen with a gateway
  // cannot know what it continues. So nothing is typed into a screen, and earlier work is continued by a turn in a
  // separate process.
  terminal: {
    composer: {
      marker: /(?!)/,
      placeholder: /(?!)/,
      dialog: /(?!)/,
      busy: /(?!)/,
    },
    refused: /^(?:--session|--message|--local|--url)(?:=|$)/,
    start: (args) => ({ command: ["openclaw", "tui", "--local", ...args] }),
    startWithRecord: (newId) => turnCommand(newId()),
    // Screens identify a session by a key, only `agent` takes its id. It continues the newest conversation of the
    // session.
    resume: (conversation, args) => turnCommand(conversation.split("__").at(-1) ?? conversation, args),
  },
  readTranscript: async (path) => (await import("./transcript.ts")).readTranscript(path),
  connection: async () => (await import("./connection.ts")).connection,
  sessions: {
    find: async (...given) => (await import("./transcript/session-files.ts")).findSessionFiles(...given),
    usage: async (...given) => (await import("./transcript.ts")).readUsage(...given),
    retention: async (setup) => (await import("./connection.ts")).sessionRetention(setup),
  },
  todos: {
    tool: { name: "progress_card", item: "step" },
  },
});
