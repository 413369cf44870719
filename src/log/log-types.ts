import * as z from "zod";
import { FileChangeView } from "../checkpoints/file-changes-view.ts";
import { ModelUsage } from "../insights/cost/session-usage.ts";
import { TRIGGERS } from "../kernel/record.ts";
import { SESSION_STATES } from "../recovery/work/session-state.ts";

/** A command line and how its runs ended. Equal lines with the same outcome are one entry. */
export const LogCommand = z.object({
  command: z.string(),
  /** `unknown`: it is still running, was stopped, or never ran. */
  outcome: z.enum(["ok", "failed", "unknown"]),
  count: z.number(),
  /** When it last ran. */
  at: z.string(),
});
export type LogCommand = z.infer<typeof LogCommand>;

/** The prompt of a turn and what the agent did until the next one. */
export const LogTurn = z.object({
  number: z.number(),
  at: z.string(),
  prompt: z.string(),
  /** The end of the last answer. */
  answer: z.string().nullable(),
  commands: z.array(LogCommand),
  files: z.array(FileChangeView),
  fileCount: z.number(),
  /** Other turns were running at the same time, so some of the files may be theirs. */
  shared: z.boolean(),
  /** When its prompt was sent, files had gone back to their state before this turn, not by Holdfast. Null if not. */
  wentBackTo: z.number().nullable(),
  checkpoints: z.array(
    z.object({ id: z.string(), trigger: z.enum(TRIGGERS), name: z.string().nullable(), at: z.string() }),
  ),
  compacted: z.boolean(),
  patch: z.string().nullable(),
});
export type LogTurn = z.infer<typeof LogTurn>;

const text = z.string().nullable();

/** What an agent did in one session. Times are ISO-8601 in UTC. */
export const LogSession = z.object({
  id: z.string(),
  /** The agent's own id. */
  nativeId: z.string(),
  agent: z.string(),
  /** The machine that it was imported from; null for this one. */
  machine: z.string().nullable(),
  /** One line that says what it is about: its first request, if there is one. */
  title: z.string(),
  /** The first request, and the newest one. "Continue" is none. */
  goal: text,
  latestRequest: text,
  state: z.enum(SESSION_STATES),
  live: z.boolean(),
  /** It is excluded from recovery (`holdfast dismiss`). */
  dismissed: z.boolean(),
  project: z.object({ id: z.string(), name: z.string(), path: z.string() }),
  worktree: z.string(),
  /** Where it was started, relative to the worktree; `.` is the worktree itself. */
  directory: z.string(),
  branch: text,
  startedAt: z.string(),
  lastActivityAt: z.string(),
  endedAt: text,
  endReason: text,
  turnCount: z.number(),
  compactions: z.number(),
  /** The newest prompts, oldest first. */
  prompts: z.array(z.object({ at: z.string(), text: z.string() })),
  /** Open todos. */
  todos: z.array(z.object({ content: z.string(), status: z.enum(["pending", "in_progress"]) })),
  files: z.array(FileChangeView),
  fileCount: z.number(),
  /** Numbers of changed lines; null without snapshots, or if they were not asked for. */
  added: z.number().nullable(),
  removed: z.number().nullable(),
  /** `tools`: what edit tools and shell commands named, since there are no snapshots. */
  filesFrom: z.enum(["snapshots", "tools"]),
  /** The newest commands, in the order of their last run. */
  commands: z.array(LogCommand),
  commandCount: z.number(),
  /** Commands that failed and have not succeeded since. */
  failing: z.array(z.object({ command: z.string(), output: z.string() })),
  decisions: z.array(z.object({ decision: z.string(), rationale: text })),
  /** The session that it continues. */
  continues: z
    .object({ id: z.string(), nativeId: z.string(), agent: z.string(), reason: z.string() })
    .nullable(),
  /** The records of earlier work that were delivered to it. */
  recovered: z.array(
    z.object({
      at: z.string(),
      /** The agent's hook has printed it. */
      arrived: z.boolean(),
      checkpoint: text,
      session: text,
      nativeId: text,
      agent: text,
    }),
  ),
  /** Null if the client records none, or if it was not asked for. */
  usage: z
    .object({ models: z.array(ModelUsage), cost: z.number(), unpriced: z.array(z.string()) })
    .nullable(),
  /** The changed lines, if they were asked for without the turns. */
  patch: text,
  /** The turns, oldest first; null if they were not asked for. */
  turns: z.array(LogTurn).nullable(),
  /** Number of turns before the first one of `turns`. */
  earlierTurns: z.number(),
});
export type LogSession = z.infer<typeof LogSession>;
