import { defineAgent } from "../define-agent.ts";
import { SUBAGENT_TOOL } from "./client.ts";
import { placeConversation } from "./conversation-place.ts";
import { renderReply } from "./replies.ts";

/** All tools but those that only read: others, also those of servers and of later versions, may change files. */
const NOT_READING = `^(?!(?:read_file|read_many_files|list_directory|glob|grep_search|search_file_content|google_web_search|web_fetch|write_todos|ask_user|${SUBAGENT_TOOL})$)`;

/** Parsers of the client's formats are loaded on first use: most commands need none of them. */
export const gemini = defineAgent({
  name: "gemini",
  title: "Gemini CLI",
  command: "gemini",
  // Measured with Gemini CLI 0.61.0. An interactive resume and /clear drop the context that a session start adds,
  // and when the session is resumed later, the first prompt is lost as well. Context is therefore added to the first
  // prompt.
  capabilities: {
    injectAtStart: false,
    injectAtPrompt: true,
    blockStop: true,
    seesCompaction: true,
    startsAfterCompaction: false,
    seesSubagents: true,
    // The client may delete the transcript of a resumed session, and loses a first prompt that came with context.
    resumesFullHistory: false,
  },
  environment: {
    // The client uses this as the user's home directory.
    configDir: { variable: "GEMINI_CLI_HOME", usual: ".gemini", within: ".gemini" },
  },
  hooks: {
    events: [
      { name: "SessionStart", answer: "start" },
      { name: "BeforeAgent", answer: "reply" },
      { name: "BeforeTool", answer: "none", matcher: SUBAGENT_TOOL },
      { name: "BeforeTool", answer: "wait", matcher: NOT_READING },
      { name: "AfterTool", answer: "none" },
      { name: "AfterAgent", answer: "reply" },
      { name: "PreCompress", answer: "none" },
      { name: "SessionEnd", answer: "none" },
    ],
  },
  // Measured with Gemini CLI 0.61.0.
  terminal: {
    composer: {
      marker: /^ > $/,
      placeholder: /^Type your message/,
      dialog: /^[│\s]*● \d+\. |suggest changes \(esc\)/m,
      busy: /esc to cancel/,
    },
    commandPrefix: "!",
    refused: /^(?:-[rpi]|--resume|--session-id|--session-file|--prompt|--prompt-interactive)(?:=|$)/,
    start: (args, newId) => {
      const nativeSession = newId();
      return { command: ["gemini", "--session-id", nativeSession, ...args], nativeSession };
    },
    resume: (session, args) => ["gemini", "--resume", session, ...args],
  },
  conversationFiles: { directory: "tmp", place: placeConversation },
  parseEvent: async (...given) => (await import("./events.ts")).parseEvent(...given),
  renderReply,
  readTranscript: async (...given) => (await import("./transcript.ts")).readTranscript(...given),
  connection: async () => (await import("./connection.ts")).connection,
  sessions: {
    find: async (...given) => (await import("./session-files.ts")).findSessionFiles(...given),
    usage: async (...given) => (await import("./session-files.ts")).readUsage(...given),
    retention: async (setup) => (await import("./connection.ts")).sessionRetention(setup),
  },
  todos: {
    tool: { name: "write_todos", item: "todo" },
    forms: async (todos) => (await import("./tools.ts")).todoForms(todos),
  },
});
