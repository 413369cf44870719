import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { messagesApi } from "../fake-model/messages-api.mjs";
import { ClaudeSession } from "./claude-session.mjs";
import { CLIENT } from "./places.mjs";

const KEY = "fake-key";
const ARGS = ["--permission-mode", "acceptEdits", "--allowedTools", "Bash,mcp__plugin_holdfast_holdfast"];

/** Claude Code 2.1.329. */
export const claudeClient = {
  api: messagesApi,
  transcripts: [".claude", "projects"],
  /** @param {import("./lab.mjs").Place} place @returns {Record<string, string>} */
  environment: ({ temp, url }) => ({
    // Without it the client shares sockets and folders in /tmp with every other client of this user.
    CLAUDE_CODE_TMPDIR: temp,
    ANTHROPIC_BASE_URL: url,
    ANTHROPIC_API_KEY: KEY,
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
    DISABLE_AUTOUPDATER: "1",
    CLAUDE_CODE_DISABLE_AUTO_MEMORY: "1",
    IS_SANDBOX: "1",
  }),
  /** What a user has clicked away before the first real session. @param {import("./lab.mjs").Place} place */
  prepareHome({ home, project }) {
    const answered = {
      hasCompletedOnboarding: true,
      customApiKeyResponses: { approved: [KEY], rejected: [] },
      projects: { [project]: { hasTrustDialogAccepted: true } },
    };
    writeFileSync(join(home, ".claude.json"), JSON.stringify(answered));
  },
  /** @type {import("./lab.mjs").Tools} */
  tools: {
    write: (path, content) => ({ name: "Write", input: { file_path: path, content } }),
    run: (command) => ({ name: "Bash", input: { command, description: "Run it" } }),
    delegate: (prompt) => ({
      name: "Agent",
      input: { description: "Find it", prompt, subagent_type: "general-purpose", run_in_background: false },
    }),
    own: (name, input) => ({ name: `mcp__plugin_holdfast_holdfast__${name}`, input }),
  },
  /** @param {import("./lab.mjs").SessionOptions} options */
  start: ({ args, resume, ...options }) => {
    const resumed = resume ? ["--resume", resume] : [];
    return new ClaudeSession({ binary: CLIENT, args: [...ARGS, ...resumed, ...args], ...options });
  },
};
