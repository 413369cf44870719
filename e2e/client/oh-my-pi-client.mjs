import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { chatApi } from "../fake-model/chat-api.mjs";
import { OhMyPiSession } from "./oh-my-pi-session.mjs";
import { BUN, PROGRAMS } from "./places.mjs";

/** Oh-my-pi 18.2.3. */
export const ohMyPiClient = {
  api: chatApi,
  transcripts: [".omp", "agent", "sessions"],
  /** @returns {Record<string, string>} */
  environment: () => ({
    PATH: [dirname(process.execPath), dirname(BUN), PROGRAMS, "/usr/local/bin", "/usr/bin", "/bin"].join(":"),
    LAB_SESSION: "fake-key",
    PI_NO_TITLE: "1",
    OMP_SKIP_SETUP: "1",
  }),
  /** @param {import("./lab.mjs").Place} place */
  prepareHome({ home, url }) {
    const folder = join(home, ".omp", "agent");
    mkdirSync(folder, { recursive: true });
    const models = [{ id: "fake-1", name: "Fake 1", contextWindow: 100_000, maxTokens: 4_096 }];
    const fake = { baseUrl: `${url}/v1`, api: "openai-completions", apiKey: "LAB_SESSION", models };
    writeFileSync(join(folder, "models.yml"), JSON.stringify({ providers: { fake } }));
    // So little is kept at a compaction that the shortest session can be compacted.
    const settings = {
      checkpoint: { enabled: true },
      compaction: { keepRecentTokens: 20, methodOrder: ["soft"], asyncEnabled: false },
      modelRoles: { default: "fake/fake-1", smol: "fake/fake-1" },
      tools: { approvalMode: "yolo" },
      startup: { checkUpdate: false },
      setupVersion: 2,
    };
    writeFileSync(join(folder, "config.yml"), JSON.stringify(settings));
  },
  /** @type {import("./lab.mjs").Tools} */
  tools: {
    write: (path, content) => ({ name: "write", input: { path, content } }),
    run: (command) => ({ name: "bash", input: { command } }),
    delegate: (prompt) => ({ name: "task", input: { agent: "task", task: prompt } }),
    own: (name, input) => ({ name: `mcp__holdfast_${name}`, input }),
  },
  /** @param {import("./lab.mjs").SessionOptions} options */
  start: (options) => new OhMyPiSession(options),
};
