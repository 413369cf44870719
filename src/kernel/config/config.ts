import * as z from "zod";

const count = (minimum: number, maximum: number, preset: number) =>
  z.number().int().min(minimum).max(maximum).default(preset);

const glob = (preset: string) => z.string().min(1).max(500).default(preset);

/** The name of an environment variable, or of a region. */
const variable = (preset: string) =>
  z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .default(preset);

const ARCHIVE_PLACE = /^(?:\/|[A-Za-z]:[\\/]|s3:\/\/[a-z0-9][a-z0-9.-]{1,62}(?:\/[\w./-]*)?$)/;

/** Names, defaults and clamps of S34; durations are milliseconds. `docs/settings.md` lists the same; a test compares the two. */
export const Config = z.object({
  continuity: z
    .object({
      enabled: z.boolean().default(true),
      promptInterval: count(1, 1_000, 10),
      timeIntervalMs: count(60_000, 3_600_000, 900_000),
      changedFiles: count(1, 1_000, 5),
      /** Paths in the worktree: one that changed is reason enough. */
      changedGlob: z.string().min(1).max(500).optional(),
      maxCheckpointsPerSession: count(1, 500, 50),
      maxCheckpointsPerWorkflow: count(1, 10_000, 10),
      retentionDays: count(1, 90, 7),
      recoveryBudgetChars: count(200, 10_000, 2_000),
      recoveryWindowMs: count(60_000, 30 * 86_400_000, 4 * 3_600_000),
      /** Whose sessions are captured from their files where no hook reports them. */
      follow: z.enum(["connected", "installed", "never"]).default("connected"),
      /** Delivers with a prompt the notes that share words with it. */
      recallAtPrompt: z.boolean().default(false),
      /** Delivers with a prompt what the record at the start had no room for and the prompt speaks of. */
      recallStatements: z.boolean().default(false),
    })
    .prefault({}),
  recovery: z
    .object({
      /** What a conversation receives of the one that the user cleared. */
      afterClear: z.enum(["nothing", "constraints", "record"]).default("nothing"),
    })
    .prefault({}),
  place: z
    .object({
      /** Whether places are also written to `.workflow_artifacts/`: where a project has one, always, or never. */
      mirror: z.enum(["auto", "always", "never"]).default("auto"),
      /** Says how full the context is, once for each of the tiers. */
      advise: z.boolean().default(true),
      /** Keeps the prompts that arrive while the context is nearly full. */
      holdPrompts: z.boolean().default(false),
      /** Refuses prompts from this use of the context on, in percent; unset: never. */
      blockAt: z.number().int().min(50).max(200).optional(),
      /** The documents of a task, below `.workflow_artifacts`. */
      artifacts: z
        .object({
          plan: glob("**/current-plan.md"),
          architecture: glob("**/architecture.md"),
          critic: glob("**/critic-response-*.md"),
          review: glob("**/review-*.md"),
        })
        .prefault({}),
    })
    .prefault({}),
  debrief: z
    .object({
      enabled: z.boolean().default(false),
      /** A turn that was shorter needs none (T17). */
      thresholdMs: count(0, 3_600_000, 30_000),
      /** Unset: `actionable` where the project has rules, else `always`. */
      when: z.enum(["always", "actionable"]).optional(),
      /** `continue` asks quietly where the client can; `block` is its plain refusal to stop. */
      style: z.enum(["block", "continue"]).default("block"),
      /** After this many in a row without a tool call in response, the session gets no more. */
      giveUpAfter: count(1, 100, 3),
    })
    .prefault({}),
  rewind: z
    .object({
      /** Agents get the tools `checkpoint` and `rewind`, and are reminded of an open mark at a stop. */
      enabled: z.boolean().default(false),
      /** A mark may be set while another is open. */
      nested: z.boolean().default(false),
      /** Subagents may use the two tools, for themselves. */
      subagents: z.boolean().default(false),
    })
    .prefault({}),
  /** How a person is notified of answers. Projects cannot configure it. */
  notifications: z
    .object({
      desktop: z.boolean().default(false),
      speech: z.boolean().default(false),
      /** Gets a POST; https, or http to this machine. */
      webhook: z.string().max(2_048).refine(isOnlyForUs, "wants https, or http to this machine").optional(),
    })
    .prefault({}),
  hooks: z
    .object({
      deadlineMs: count(200, 10_000, 1_500),
      startDeadlineMs: count(200, 20_000, 3_000),
    })
    .prefault({}),
  daemon: z
    .object({
      enabled: z.boolean().default(true),
      idleExitMs: count(1_000, 86_400_000, 30 * 60_000),
      http: z
        .object({
          enabled: z.boolean().default(false),
          port: z.number().int().min(0).max(65_535).default(4_738),
          bind: z.string().max(255).default("127.0.0.1"),
        })
        .prefault({}),
    })
    .prefault({}),
  store: z
    .object({
      /** `postgres://…`: a server instead of the file, and the schema there that holds the tables. */
      url: z.string().max(4_096).optional(),
      schema: z.string().max(63).default("holdfast"),
      /** Number of daily copies of the file that are kept. */
      backups: count(0, 30, 3),
    })
    .prefault({}),
  /** Where expired checkpoints go before they are deleted. Credentials come from the environment; only names are here. */
  archive: z
    .object({
      /** A folder, or `s3://bucket/prefix`; unset: expired checkpoints are deleted. */
      to: z
        .string()
        .max(1_024)
        .regex(ARCHIVE_PLACE, "wants an absolute path or s3://bucket/prefix")
        .optional(),
      /** Of a server other than Amazon's; https, or http to this machine. */
      endpoint: z.string().max(2_048).refine(isOnlyForUs, "wants https, or http to this machine").optional(),
      region: variable("us-east-1"),
      accessKeyEnv: variable("AWS_ACCESS_KEY_ID"),
      secretKeyEnv: variable("AWS_SECRET_ACCESS_KEY"),
      sessionTokenEnv: variable("AWS_SESSION_TOKEN"),
    })
    .prefault({}),
  redaction: z.object({ envReferences: z.boolean().default(false) }).prefault({}),
});

/** Plain HTTP could be read in transit. */
function isOnlyForUs(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === "https:") return true;
  return protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
}

export type Config = z.infer<typeof Config>;
