import * as z from "zod";

const count = (minimum: number, maximum: number, defaultValue: number) =>
  z.number().int().min(minimum).max(maximum).default(defaultValue);

const glob = (defaultValue: string) => z.string().min(1).max(500).default(defaultValue);

/** The name of an environment variable or of a region. */
const variable = (defaultValue: string) =>
  z
    .string()
    .regex(/^[\w-]{1,100}$/)
    .default(defaultValue);

const ARCHIVE_PLACE = /^(?:\/|[A-Za-z]:[\\/]|s3:\/\/[a-z0-9][a-z0-9.-]{1,62}(?:\/[\w./-]*)?$)/;

/** Names, defaults and limits of S34. Durations are in milliseconds. A test compares them with `docs/settings.md`. */
export const Config = z.object({
  continuity: z
    .object({
      enabled: z.boolean().default(true),
      promptInterval: count(1, 1_000, 10),
      timeIntervalMs: count(60_000, 3_600_000, 900_000),
      changedFiles: count(1, 1_000, 5),
      /** Matches paths in the worktree. A single change to one of them triggers a checkpoint. */
      changedGlob: z.string().min(1).max(500).optional(),
      maxCheckpointsPerSession: count(1, 500, 50),
      maxCheckpointsPerWorkflow: count(1, 10_000, 10),
      retentionDays: count(1, 90, 7),
      /** The newest checkpoint of a session is kept this long, since agents delete their own files. */
      keepSessionsDays: count(1, 3_650, 90),
      /** Reserved for the record. Lines of real value may make it longer, up to `recoveryMaxChars`. */
      recoveryBudgetChars: count(200, 10_000, 2_000),
      recoveryMaxChars: count(200, 10_000, 6_000),
      recoveryWindowMs: count(60_000, 30 * 86_400_000, 4 * 3_600_000),
      /** Which agents' sessions are captured from their files when no hook reports them. */
      follow: z.enum(["connected", "installed", "never"]).default("connected"),
      /** Delivers notes with a prompt if they share words with it. */
      recallAtPrompt: z.boolean().default(false),
      /**
       * Delivers statements with a prompt if they are related to it and the record at the start had no room for them.
       */
      recallStatements: z.boolean().default(false),
    })
    .prefault({}),
  recovery: z
    .object({
      /** What is carried over from a conversation that the user cleared. */
      afterClear: z.enum(["nothing", "constraints", "record"]).default("nothing"),
    })
    .prefault({}),
  place: z
    .object({
      /** Whether places are also written to `.workflow_artifacts/`. `auto`: if the project has this directory. */
      mirror: z.enum(["auto", "always", "never"]).default("auto"),
      /** Reports how full the context is, once per threshold. */
      advise: z.boolean().default(true),
      /** Stores the prompts that arrive while the context is nearly full. */
      holdPrompts: z.boolean().default(false),
      /** Rejects prompts once the context is this full, in percent. Unset: never. */
      blockAt: z.number().int().min(50).max(200).optional(),
      /** Globs for the documents of a task, below `.workflow_artifacts`. */
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
  /** Captured files of the workspace. */
  snapshots: z
    .object({
      enabled: z.boolean().default(true),
      /** Larger files are captured only if the user's index has them. */
      maxFileBytes: count(1_024, 1_073_741_824, 10_485_760),
      /** With more untracked files, nothing is captured. */
      maxFiles: count(100, 10_000_000, 100_000),
      maxProjectBytes: count(1_048_576, 1_099_511_627_776, 2_000_000_000),
      retentionDays: count(1, 365, 14),
      maxPerSession: count(10, 10_000, 200),
      /** Whether agents may restore files. Otherwise, they only get the plan. */
      agentsMayRestore: z.boolean().default(false),
    })
    .prefault({}),
  debrief: z
    .object({
      enabled: z.boolean().default(false),
      /** Shorter turns get no debrief (T17). */
      thresholdMs: count(0, 3_600_000, 30_000),
      /** Unset: `actionable` if the project has rules, otherwise `always`. */
      when: z.enum(["always", "actionable"]).optional(),
      /** `continue` asks quietly if the client supports it; `block` blocks the stop. */
      style: z.enum(["block", "continue"]).default("block"),
      /** After this many consecutive debriefs without a tool call in response, the session gets no more. */
      giveUpAfter: count(1, 100, 3),
    })
    .prefault({}),
  rewind: z
    .object({
      /** Offers the tools `checkpoint` and `rewind` to agents, and reminds them of an open mark at a stop. */
      enabled: z.boolean().default(false),
      /** Allows a mark to be set while another is open. */
      nested: z.boolean().default(false),
      /** Allows subagents to use both tools on their own conversations. */
      subagents: z.boolean().default(false),
    })
    .prefault({}),
  /** How a person is notified of answers. Projects cannot configure it. */
  notifications: z
    .object({
      desktop: z.boolean().default(false),
      speech: z.boolean().default(false),
      /** URL that receives a POST request: https, or http to this machine. */
      webhook: z
        .string()
        .max(2_048)
        .refine(isHttpsOrLoopback, "must be https, or http to this machine")
        .optional(),
    })
    .prefault({}),
  hooks: z
    .object({
      deadlineMs: count(200, 10_000, 1_500),
      startDeadlineMs: count(200, 20_000, 3_000),
      /** Of a start while earlier work can be continued, and of the first prompt after a start that got no reply. */
      recoveryDeadlineMs: count(200, 20_000, 8_000),
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
      /** `postgres://…`: uses a server instead of a file, with the tables in `schema`. */
      url: z.string().max(4_096).optional(),
      schema: z.string().max(63).default("holdfast"),
      /** Number of daily copies of the database file to keep. */
      backups: count(0, 30, 3),
    })
    .prefault({}),
  /** Whether the daemon pushes to the remote of a project when a session has ended. Nothing is pushed without a remote. */
  sync: z.object({ auto: z.boolean().default(false) }).prefault({}),
  /**
   * Where expired checkpoints are saved before they are deleted. Contains the names of the variables with credentials,
   * no credentials.
   */
  archive: z
    .object({
      /** A directory or `s3://bucket/prefix`. Unset: expired checkpoints are deleted without being archived. */
      to: z
        .string()
        .max(1_024)
        .regex(ARCHIVE_PLACE, "must be an absolute path or s3://bucket/prefix")
        .optional(),
      /** The URL of an S3 server other than Amazon's: https, or http to this machine. */
      endpoint: z
        .string()
        .max(2_048)
        .refine(isHttpsOrLoopback, "must be https, or http to this machine")
        .optional(),
      region: variable("us-east-1"),
      accessKeyEnv: variable("AWS_ACCESS_KEY_ID"),
      secretKeyEnv: variable("AWS_SECRET_ACCESS_KEY"),
      sessionTokenEnv: variable("AWS_SESSION_TOKEN"),
    })
    .prefault({}),
  redaction: z.object({ envReferences: z.boolean().default(false) }).prefault({}),
});

/** Plain HTTP to another machine could be read in transit. */
function isHttpsOrLoopback(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { protocol, hostname } = new URL(address);
  if (protocol === "https:") return true;
  return protocol === "http:" && ["127.0.0.1", "[::1]", "localhost"].includes(hostname);
}

export type Config = z.infer<typeof Config>;
