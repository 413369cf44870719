import { defineAgent } from "../../../src/agents/define-agent.ts";
import { hookOutput } from "../../../src/agents/hook-output.ts";

/** A client that does not exist, with formats of its own: what a new adapter is made of. */
export const scribe = defineAgent({
  name: "scribe",
  title: "Scribe",
  command: "scribe",
  capabilities: {
    injectAtStart: true,
    injectAtPrompt: true,
    blockStop: false,
    seesCompaction: false,
    startsAfterCompaction: false,
    resumesFullHistory: false,
  },
  environment: {
    configDir: { variable: "SCRIBE_HOME", usual: ".scribe", within: "config" },
    inside: { mark: "SCRIBE", nativeSession: "SCRIBE_SESSION" },
  },
  hooks: {
    events: [
      { name: "opened", answer: "start" },
      { name: "asked", answer: "reply" },
      { name: "worked", answer: "none" },
      { name: "rested", answer: "reply" },
      { name: "left", answer: "none" },
    ],
  },
  terminal: {
    composer: { marker: /^\$ $/, placeholder: /^$/, dialog: /\[y\/n\]/, busy: /working/ },
    refused: /^--resume$/,
    start: (args) => ({ command: ["scribe", ...args] }),
    resume: (session, args) => ["scribe", "--resume", session, ...args],
  },
  connection: async () => (await import("./connection.ts")).connection,
  parseEvent: async (...given) => (await import("./events.ts")).parseEvent(...given),
  readTranscript: async (...given) => (await import("./transcript.ts")).readTranscript(...given),
  renderReply({ kind }, { context }) {
    const isHeard = kind === "session_start" || kind === "user_prompt_submit";
    return hookOutput(isHeard && context ? { whisper: context } : {});
  },
});
