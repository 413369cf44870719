import type { Config } from "./config.ts";

/**
 * The result of parsing an empty file with `Config`. Most users have no file, and building the schema would cost a hook
 * 3 ms.
 */
export const DEFAULT_CONFIG: Config = {
  continuity: {
    enabled: true,
    promptInterval: 10,
    timeIntervalMs: 900_000,
    changedFiles: 5,
    maxCheckpointsPerSession: 50,
    maxCheckpointsPerWorkflow: 10,
    retentionDays: 7,
    keepSessionsDays: 90,
    recoveryBudgetChars: 2_000,
    recoveryMaxChars: 6_000,
    recoveryWindowMs: 4 * 3_600_000,
    follow: "connected",
    recallAtPrompt: false,
    recallStatements: false,
  },
  recovery: { afterClear: "nothing" },
  place: {
    mirror: "auto",
    advise: true,
    holdPrompts: false,
    artifacts: {
      plan: "**/current-plan.md",
      architecture: "**/architecture.md",
      critic: "**/critic-response-*.md",
      review: "**/review-*.md",
    },
  },
  snapshots: {
    enabled: true,
    maxFileBytes: 10_485_760,
    maxFiles: 100_000,
    maxProjectBytes: 2_000_000_000,
    retentionDays: 14,
    maxPerSession: 200,
    agentsMayRestore: false,
  },
  debrief: { enabled: false, thresholdMs: 30_000, style: "block", giveUpAfter: 3 },
  rewind: { enabled: false, nested: false, subagents: false },
  notifications: { desktop: false, speech: false },
  hooks: { deadlineMs: 1_500, startDeadlineMs: 3_000, recoveryDeadlineMs: 8_000 },
  daemon: {
    enabled: true,
    idleExitMs: 30 * 60_000,
    http: { enabled: false, port: 4_738, bind: "127.0.0.1" },
  },
  store: { schema: "holdfast", backups: 3 },
  sync: { auto: false },
  archive: {
    region: "us-east-1",
    accessKeyEnv: "AWS_ACCESS_KEY_ID",
    secretKeyEnv: "AWS_SECRET_ACCESS_KEY",
    sessionTokenEnv: "AWS_SESSION_TOKEN",
  },
  redaction: { envReferences: false },
};
