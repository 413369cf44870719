import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chatApi } from "../fake-model/chat-api.mjs";
import { OpenCodeSession } from "./opencode-session.mjs";
import { OPENCODE, PROGRAMS } from "./places.mjs";

const PLUGIN_PACKAGE = { "@opencode-ai/plugin": "1.18.33" };

/** OpenCode 1.18.33. */
export const opencodeClient = {
  api: chatApi,
  transcripts: [".local", "share", "opencode"],
  /** @returns {Record<string, string>} */
  environment: () => ({
    PATH: [dirname(process.execPath), dirname(OPENCODE), PROGRAMS, "/usr/local/bin", "/usr/bin", "/bin"].join(
      ":",
    ),
    LAB_SESSION: "fake-key",
    OPENCODE_DISABLE_AUTOUPDATE: "1",
    OPENCODE_DISABLE_MODELS_FETCH: "1",
    OPENCODE_DISABLE_LSP_DOWNLOAD: "1",
    OPENCODE_DISABLE_SHARE: "1",
    OPENCODE_DISABLE_DEFAULT_PLUGINS: "1",
    OPENCODE_DISABLE_CLAUDE_CODE: "1",
    OPENCODE_DISABLE_EXTERNAL_SKILLS: "1",
  }),
  /** @param {import("./lab.mjs").Place} place */
  prepareHome({ home, url }) {
    const folder = join(home, ".config", "opencode");
    mkdirSync(join(folder, "node_modules"), { recursive: true });
    // Without these two it waits a minute for the registry to install a package that we do not use.
    writeFileSync(join(folder, "package.json"), JSON.stringify({ dependencies: PLUGIN_PACKAGE }));
    const lock = { name: "x", lockfileVersion: 3, packages: { "": { dependencies: PLUGIN_PACKAGE } } };
    writeFileSync(join(folder, "package-lock.json"), JSON.stringify(lock));
    const model = { name: "Fake 1", tool_call: true, limit: { context: 100_000, output: 4_096 } };
    const options = { baseURL: `${url}/v1`, apiKey: "{env:LAB_SESSION}" };
    const fake = { npm: "@ai-sdk/openai-compatible", name: "Fake", options, models: { "fake-1": model } };
    const settings = {
      autoupdate: false,
      share: "disabled",
      model: "fake/fake-1",
      small_model: "fake/fake-1",
      enabled_providers: ["fake"],
      provider: { fake },
    };
    writeFileSync(join(folder, "opencode.json"), JSON.stringify(settings));
  },
  /** @type {import("./lab.mjs").Tools} */
  tools: {
    write: (path, content) => ({ name: "write", input: { filePath: path, content } }),
    run: (command) => ({ name: "bash", input: { command, description: "Run it" } }),
    delegate: (prompt) => ({
      name: "task",
      input: { description: "Find it", prompt, subagent_type: "general" },
    }),
    own: (name, input) => ({ name: `holdfast_${name}`, input }),
  },
  /** @param {import("./lab.mjs").SessionOptions} options */
  start: (options) => new OpenCodeSession(options),
};
