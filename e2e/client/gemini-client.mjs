import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { geminiApi } from "../fake-model/gemini-api.mjs";
import { GeminiSession } from "./gemini-session.mjs";

const SETTINGS = {
  general: {
    enableAutoUpdate: false,
    enableAutoUpdateNotification: false,
    sessionRetention: { enabled: false },
  },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
  ui: { hideTips: true },
  security: { auth: { selectedType: "gemini-api-key" } },
};

/** Gemini CLI 0.61.0. */
export const geminiClient = {
  api: geminiApi,
  transcripts: [".gemini", "tmp"],
  /** @param {import("./lab.mjs").Place} place @returns {Record<string, string>} */
  environment: ({ url }) => ({
    GEMINI_API_KEY: "fake-key",
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: "true",
    GEMINI_CLI_NO_RELAUNCH: "true",
    NO_BROWSER: "1",
  }),
  /** @param {import("./lab.mjs").Place} place */
  prepareHome({ home }) {
    mkdirSync(join(home, ".gemini"));
    writeFileSync(join(home, ".gemini", "settings.json"), JSON.stringify(SETTINGS));
  },
  /** @type {import("./lab.mjs").Tools} */
  tools: {
    write: (path, content) => ({ name: "write_file", input: { file_path: path, content } }),
    run: (command) => ({ name: "run_shell_command", input: { command, description: "Run it" } }),
    delegate: (prompt) => ({ name: "invoke_agent", input: { agent_name: "generalist", prompt } }),
    own: (name, input) => ({ name: `mcp_holdfast_${name}`, input }),
  },
  /** @param {import("./lab.mjs").SessionOptions} options */
  start: (options) => new GeminiSession(options),
};
