import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chatApi } from "../fake-model/chat-api.mjs";
import { HOOK_LOG, OpenClawSession, TOKEN } from "./openclaw-session.mjs";
import { NODE, OPENCLAW_CACHE, PROGRAMS } from "./places.mjs";

/** OpenClaw 2026.9.6. */
export const openclawClient = {
  api: chatApi,
  transcripts: [".openclaw", "agents"],
  /** It needs a newer node than the one that runs the tests. @param {import("./lab.mjs").Place} place @returns {Record<string, string>} */
  environment: ({ root }) => ({
    PATH: [dirname(NODE), PROGRAMS, "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
    LAB_SESSION: "fake-key",
    HOLDFAST_LOG: join(root, HOOK_LOG),
    OPENCLAW_GATEWAY_TOKEN: TOKEN,
    OPENCLAW_SKIP_CHANNELS: "1",
    OPENCLAW_SKIP_UPDATE_CHECK: "1",
    OPENCLAW_TELEMETRY_DISABLED: "1",
    DO_NOT_TRACK: "1",
    NO_COLOR: "1",
    // Its many modules take half a minute to compile.
    NODE_COMPILE_CACHE: OPENCLAW_CACHE,
  }),
  /** @param {import("./lab.mjs").Place} place */
  prepareHome({ root, home, project, url }) {
    const folder = join(home, ".openclaw");
    mkdirSync(folder, { recursive: true });
    const cost = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };
    const limits = { contextWindow: 100_000, maxTokens: 4_096 };
    const model = { id: "fake-1", name: "Fake 1", reasoning: false, input: ["text"], cost, ...limits };
    const fake = {
      baseUrl: `${url}/v1`,
      apiKey: "${LAB_SESSION}",
      api: "openai-completions",
      models: [model],
    };
    const settings = {
      agents: {
        defaults: {
          model: { primary: "fake/fake-1" },
          workspace: project,
          skipBootstrap: true,
          heartbeat: { every: "0m" },
          // So little is kept at a compaction that the shortest session can be compacted.
          compaction: { keepRecentTokens: 50 },
        },
      },
      models: { mode: "merge", providers: { fake } },
      plugins: { slots: { memory: "none" } },
      tools: { profile: "coding", toolSearch: false, exec: { security: "full", ask: "off" } },
      gateway: { mode: "local", http: { endpoints: { chatCompletions: { enabled: true } } } },
      discovery: { mdns: { mode: "off" } },
      update: { checkOnStart: false },
      cron: { enabled: false },
      // Where it would log otherwise, it shares with every other process of the user.
      logging: { file: join(root, "openclaw.log") },
    };
    writeFileSync(join(folder, "openclaw.json"), JSON.stringify(settings, null, 2), { mode: 0o600 });
  },
  /** @type {import("./lab.mjs").Tools} */
  tools: {
    write: (path, content) => ({ name: "write", input: { path, content } }),
    run: (command) => ({ name: "exec", input: { command } }),
    delegate: (prompt) => ({ name: "sessions_spawn", input: { task: prompt } }),
    own: (name, input) => ({ name: `holdfast__${name}`, input }),
  },
  /** @param {import("./lab.mjs").SessionOptions} options */
  start: (options) => new OpenClawSession(options),
};
