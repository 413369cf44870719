import { defineAgent } from "../define-agent.ts";
import { HOOK_EVENTS } from "../hook-command.ts";
import { type ReplyForm, renderHookReply } from "../hook-output.ts";

const FILE = /^\d{4}\/\d\d\/\d\d\/rollout-[\w.-]+\.jsonl$/;

/**
 * Above `max` the client cuts the middle out. It ignores a reply with any field that it does not know, so no others are
 * sent; one before a compaction would abort the user's turn.
 */
const REPLIES: ReplyForm = { max: 10_000, notices: ["session_start", "user_prompt_submit", "agent_stop"] };

/** Parsers of the client's formats are loaded on first use: most commands need none of them. */
export const codex = defineAgent({
  name: "codex",
  title: "Codex CLI",
  command: "codex",
  // Measured with Codex CLI 0.169.0. The client reports a session start with the first prompt, and delivers the
  // reply.
  capabilities: {
    injectAtStart: true,
    injectAtPrompt: true,
    blockStop: true,
    seesCompaction: true,
    startsAfterCompaction: true,
    seesSubagents: true,
    resumesFullHistory: true,
  },
  // `sessions/<year>/<month>/<day>/rollout-<time>-<session>.jsonl`, wherever the session ran.
  conversationFiles: {
    directory: "sessions",
    place: ({ path }) => (FILE.test(path) ? { path } : undefined),
  },
  environment: {
    configDir: { variable: "CODEX_HOME", usual: ".codex" },
    // MCP servers get none of the client's variables.
    callMeta: { nativeSession: "threadId" },
  },
  hooks: { events: HOOK_EVENTS },
  // Measured with Codex CLI 0.169.0. Without `--no-daemon` its hooks run in a process that has no terminal.
  terminal: {
    composer: {
      marker: /^› $/,
      // The placeholder is drawn faint, and faint text is blanked before this test.
      placeholder: /^$/,
      dialog: /enter (?:to )?(?:confirm|continue)|^\s*› \d+\. /im,
      busy: /esc to interrupt/,
    },
    commandPrefix: "!",
    skillCommand: "$checkpoint",
    refused: /^(?:--remote|--daemon)(?:=|$)/,
    start: (args) => ({ command: ["codex", "--no-daemon", ...args] }),
    resume: (session, args) => ["codex", "resume", session, "--no-daemon", ...args],
  },
  parseEvent: async (...given) => (await import("./events.ts")).parseEvent(...given),
  renderReply: (event, reply) => renderHookReply(REPLIES, event, reply),
  readTranscript: async (...given) => (await import("./transcript.ts")).readTranscript(...given),
  connection: async () => (await import("./connection.ts")).connection,
  forkAtMark: async (...given) => (await import("./fork/fork-at-mark.ts")).forkAtMark(...given),
  queue: async (...given) => (await import("./queue.ts")).queue(...given),
  sessions: {
    find: async (...given) => (await import("./session-files.ts")).findSessionFiles(...given),
    forkedFrom: async (path) => (await import("./session-files.ts")).forkedFrom(path),
    usage: async (...given) => (await import("./session-files.ts")).readUsage(...given),
    lastTurnEnd: async (...given) => (await import("./session-files.ts")).lastTurnEnd(...given),
  },
  todos: {
    tool: { name: "update_plan", item: "step" },
    forms: async (todos) => (await import("./tools.ts")).todoForms(todos),
  },
});
