import { basename, join } from "node:path";
import { defineAgent } from "../define-agent.ts";
import { pluginHooks } from "../plugin/protocol.ts";

const FILE = /^[\w.-]+_[0-9a-f-]{36}\.jsonl$/;

/** Parsers of the client's formats are loaded on first use: most commands need none of them. */
export const pi = defineAgent({
  name: "pi",
  title: "pi",
  command: "pi",
  // Measured with pi 1.5.2. The context of a session start reaches the model with the first prompt.
  capabilities: {
    injectAtStart: true,
    injectAtPrompt: true,
    blockStop: true,
    seesCompaction: true,
    startsAfterCompaction: true,
    resumesFullHistory: true,
    plugin: true,
    collapses: "always",
  },
  // `sessions/--<directory>--/<time>_<session>.jsonl`, with hyphens instead of slashes.
  conversationFiles: {
    directory: "sessions",
    place({ path, directory }) {
      const name = basename(path);
      const folder = `--${directory.replace(/^[/\\]/, "").replaceAll(/[/\\:]/g, "-")}--`;
      return FILE.test(name) ? { path: join(folder, name) } : undefined;
    },
  },
  environment: {
    configDir: { variable: "PI_CODING_AGENT_DIR", usual: ".pi/agent" },
    // The client sets `PI_SESSION_ID` for commands that the model runs; our extension sets it for our MCP server.
    inside: { mark: "PI_CODING_AGENT", nativeSession: "PI_SESSION_ID" },
  },
  ...pluginHooks(async () => (await import("./tools.ts")).client),
  // Measured with pi 1.5.2. The composer is the line between two rules.
  terminal: {
    composer: {
      // The client draws its own cursor, and leaves the terminal's cursor where text is typed.
      marker: /^$/,
      placeholder: /^$/,
      dialog: /Enter to select|Escape\S* to cancel/i,
      // The upper rule shows what the client is doing.
      busy: /^── \S .*─/m,
    },
    commandPrefix: "!",
    skillCommand: "/checkpoint",
    refused:
      /^(?:-[prc]|--print|--mode|--resume|--continue|--session|--session-id|--fork|--no-session)(?:=|$)/,
    start: (args, newId) => {
      const nativeSession = newId();
      return { command: ["pi", "--session-id", nativeSession, ...args], nativeSession };
    },
    resume: (session, args) => ["pi", "--session", session, ...args],
  },
  readTranscript: async (...given) => (await import("./transcript.ts")).readTranscript(...given),
  connection: async () => (await import("./connection.ts")).connection,
  sessions: {
    find: async (...given) => (await import("../session-tree/session-files.ts")).findSessionFiles(...given),
    forkedFrom: async (path) => (await import("../session-tree/session-files.ts")).forkedFrom(path),
    usage: async (...given) => (await import("../session-tree/usage.ts")).readUsage(...given),
  },
});
