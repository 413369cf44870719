import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { responsesApi } from "../fake-model/responses-api.mjs";
import { CodexSession } from "./codex-session.mjs";

/** Codex CLI 0.169.0. */
export const codexClient = {
  api: responsesApi,
  transcripts: [".codex", "sessions"],
  /** @returns {Record<string, string>} */
  environment: () => ({ FAKE_KEY: "fake-key", NO_PROXY: "127.0.0.1,localhost" }),
  /** A model of an unknown name gets plain tools; without plugins nothing else is called. @param {import("./lab.mjs").Place} place */
  prepareHome({ home, project, url }) {
    mkdirSync(join(home, ".codex"));
    writeFileSync(
      join(home, ".codex", "config.toml"),
      `model = "fake-model"
model_provider = "fake"
check_for_update_on_startup = false

[model_providers.fake]
name = "fake"
base_url = "${url}/v1"
wire_api = "responses"
env_key = "FAKE_KEY"

[analytics]
enabled = false

[feedback]
enabled = false

[features]
plugins = false
daemon_auto_start = false

[projects."${project}"]
trust_level = "trusted"
`,
    );
  },
  /** @type {import("./lab.mjs").Tools} */
  tools: {
    // As the client edits: it knows a patch given to the shell, and applies it itself.
    write: (path, content) => {
      const added = content.trimEnd().replaceAll(/^/gm, "+");
      const patch = `*** Begin Patch\n*** Add File: ${path}\n${added}\n*** End Patch`;
      return { name: "exec_command", input: { cmd: `apply_patch <<'END'\n${patch}\nEND` } };
    },
    run: (command) => ({ name: "exec_command", input: { cmd: command } }),
    delegate: (prompt) => ({ name: "multi_agent_v1__spawn_agent", input: { message: prompt } }),
    own: (name, input) => ({ name: `mcp__holdfast__${name}`, input }),
  },
  /** @param {import("./lab.mjs").SessionOptions} options */
  start: (options) => new CodexSession(options),
};
