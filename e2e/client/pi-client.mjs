import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chatApi } from "../fake-model/chat-api.mjs";
import { PiSession } from "./pi-session.mjs";
import { NODE, PROGRAMS } from "./places.mjs";

/** pi 1.5.2. */
export const piClient = {
  api: chatApi,
  transcripts: [".pi", "agent", "sessions"],
  /** It needs a newer node than the one that runs the tests. @returns {Record<string, string>} */
  environment: () => ({
    PATH: [dirname(NODE), PROGRAMS, "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
    LAB_SESSION: "fake-key",
    PI_OFFLINE: "1",
    PI_TELEMETRY: "0",
    PI_SKIP_VERSION_CHECK: "1",
  }),
  /** @param {import("./lab.mjs").Place} place */
  prepareHome({ home, url }) {
    const folder = join(home, ".pi", "agent");
    mkdirSync(folder, { recursive: true });
    const models = [{ id: "fake-1", contextWindow: 100_000, maxTokens: 4_096 }];
    const fake = { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "$LAB_SESSION", models };
    writeFileSync(join(folder, "models.json"), JSON.stringify({ providers: { fake } }));
    // So little is kept at a compaction that the shortest session can be compacted.
    const settings = {
      defaultProvider: "fake",
      defaultModel: "fake-1",
      compaction: { keepRecentTokens: 20 },
    };
    writeFileSync(join(folder, "settings.json"), JSON.stringify(settings));
  },
  /** @type {import("./lab.mjs").Tools} */
  tools: {
    write: (path, content) => ({ name: "write", input: { path, content } }),
    run: (command) => ({ name: "bash", input: { command } }),
    delegate: () => {
      throw new Error("pi has no subagents");
    },
    own: (name, input) => ({ name: `mcp__holdfast__${name}`, input }),
  },
  /** @param {import("./lab.mjs").SessionOptions} options */
  start: (options) => new PiSession(options),
};
