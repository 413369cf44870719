import { basename, dirname, join } from "node:path";
import { defineAgent } from "../define-agent.ts";
import { renderReply } from "./replies.ts";

const FILE = /^[0-9a-f-]{36}\.jsonl$/;

/** All tools but those that only read: others, also those of servers and of later versions, may change files. */
const NOT_READING =
  "^(?!(?:Read|Glob|Grep|LS|NotebookRead|WebFetch|WebSearch|TodoWrite|Task|Agent|AskUserQuestion)$)";

/** Parsers of the client's formats are loaded on first use: most commands need none of them. */
export const claudeCode = defineAgent({
  name: "claude-code",
  title: "Claude Code",
  command: "claude",
  // Measured with Claude Code 2.1.329. Nothing outside a running session can send it a message.
  capabilities: {
    injectAtStart: true,
    injectAtPrompt: true,
    blockStop: true,
    seesCompaction: true,
    startsAfterCompaction: true,
    seesSubagents: true,
    resumesFullHistory: true,
  },
  // `projects/<directory>/<session>.jsonl`. In the name of a directory, everything but letters and digits is a
  // hyphen.
  conversationFiles: {
    directory: "projects",
    place({ path, directory }) {
      const name = basename(path);
      return FILE.test(name) ? { path: join(directory.replaceAll(/[^A-Za-z0-9]/g, "-"), name) } : undefined;
    },
  },
  environment: {
    configDir: { variable: "CLAUDE_CONFIG_DIR", usual: ".claude" },
    inside: { mark: "CLAUDECODE", nativeSession: "CLAUDE_CODE_SESSION_ID" },
    callMeta: { call: "claudecode/toolUseId" },
  },
  hooks: {
    events: [
      { name: "SessionStart", answer: "start" },
      { name: "UserPromptSubmit", answer: "reply" },
      { name: "PreToolUse", answer: "wait", matcher: NOT_READING },
      { name: "PostToolBatch", answer: "none" },
      { name: "Stop", answer: "reply" },
      // It takes no reply, but starts the daemon: the files have to be captured before a person goes on.
      { name: "StopFailure", answer: "reply" },
      { name: "PreCompact", answer: "reply" },
      { name: "PostCompact", answer: "none" },
      { name: "SubagentStart", answer: "none" },
      { name: "SubagentStop", answer: "none" },
      { name: "SessionEnd", answer: "none" },
    ],
    pidVariable: "CLAUDE_PID",
  },
  // Measured with Claude Code 2.1.329.
  terminal: {
    composer: {
      marker: /^❯\s$/,
      placeholder: /^(?:Try "|Press up to edit)/,
      dialog: /Esc to cancel|Enter to confirm|^\s*❯ \d+\. /im,
      busy: /esc to interrupt/,
    },
    commandPrefix: "!",
    skillCommand: "/holdfast:checkpoint",
    refused:
      /^(?:-[crp]|--continue|--resume|--session-id|--fork-session|--print|--from-pr|--bg|--background)(?:=|$)/,
    start: (args, newId) => {
      const nativeSession = newId();
      return { command: ["claude", "--session-id", nativeSession, ...args], nativeSession };
    },
    resume: (session, args) => ["claude", "--resume", session, ...args],
    // The agent may have changed its directory; the transcript's directory is named after the original one.
    resumeDirectory({ cwd, transcriptPath }) {
      const name = basename(dirname(transcriptPath));
      for (let path = cwd; ; path = dirname(path)) {
        if (path.replaceAll(/[^A-Za-z0-9]/g, "-") === name) return path;
        if (path === dirname(path)) return undefined;
      }
    },
  },
  parseEvent: async (...given) => (await import("./events.ts")).parseEvent(...given),
  renderReply,
  readTranscript: async (...given) => (await import("./transcript.ts")).readTranscript(...given),
  connection: async () => (await import("./connection.ts")).connection,
  findSubagent: async (...given) => (await import("./session-files.ts")).findSubagent(...given),
  forkAtMark: async (...given) => (await import("./fork-at-mark.ts")).forkAtMark(...given),
  sessions: {
    find: async (...given) => (await import("./session-files.ts")).findSessionFiles(...given),
    forkedFrom: async (path) => (await import("./session-files.ts")).forkedFrom(path),
    usage: async (...given) => (await import("./session-files.ts")).readUsage(...given),
    retention: async (setup) => (await import("./connection.ts")).sessionRetention(setup),
  },
  todos: {
    forms: async (todos) => (await import("./tools.ts")).todoForms(todos),
  },
});
