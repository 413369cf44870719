import type { AgentName, StartSource } from "./agent/agent-event.ts";
import type { Capture } from "./capture.ts";

/**
 * `step` is the state of a workflow, `place` was saved by a person or an agent, and `digest` was captured from a
 * session. `mark` is the start of an exploration or, with the trigger `rewind`, the point where a report replaced it.
 */
export const KINDS = ["step", "place", "digest", "mark"] as const;
export type Kind = (typeof KINDS)[number];

/** Why a checkpoint was made. */
export const TRIGGERS = [
  "periodic",
  "pre_compact",
  "session_end",
  "recovered",
  "agent",
  "explicit",
  "phase_complete",
  "handoff",
  "file_change",
  "before_risk",
  "mark",
  "rewind",
] as const;
export type Trigger = (typeof TRIGGERS)[number];

/** `pinned` checkpoints are never pruned; `auto` ones are pruned by age and count (`checkpoints/retention.ts`). */
export const RETENTION_CLASSES = ["auto", "pinned"] as const;
export type RetentionClass = (typeof RETENTION_CLASSES)[number];

/** An immutable, durable node of the lineage graph. Only `name`, `retention`, `trashedAt` and `abandonedAt` may change. */
export interface Checkpoint {
  id: string;
  kind: Kind;
  trigger: Trigger;
  name: string | null;
  projectId: string;
  worktree: string;
  sessionId: string | null;
  workflowId: string | null;
  workflowType: string | null;
  agent: AgentName | null;
  parentId: string | null;
  stepNumber: number | null;
  stepName: string | null;
  /** 0 to 100. */
  progress: number | null;
  /** Root hash of the state tree, which also verifies its integrity. */
  stateRoot: string;
  digest: string | null;
  gitHead: string | null;
  gitBranch: string | null;
  /** Milliseconds since 1970. Checkpoints are ordered by this time, then by insertion. */
  createdAt: number;
  retention: RetentionClass;
  trashedAt: number | null;
  /** When a rewind abandoned it. It is kept but no longer used. */
  abandonedAt: number | null;
}

/** All worktrees of one git repository, or one directory outside git. */
export interface Project {
  id: string;
  /** The git common directory; outside git, the real path. */
  root: string;
  name: string;
  createdAt: number;
  /** By which the directory is known again after it was renamed (`Workspace.directoryId`); null if nobody noted it. */
  directory: string | null;
}

/** One conversation of an agent. The agent's own ids are aliases, because compaction, clear and fork change them. */
export interface SessionSummary {
  id: string;
  /** Number of writes so far, for optimistic locking; 0 if it was never stored. */
  revision: number;
  agent: AgentName;
  nativeId: string;
  projectId: string;
  worktree: string;
  /** Where the agent is now. It may have changed directories. */
  cwd: string;
  /** Where the session was started; null if an earlier version stored it. */
  startedIn: string | null;
  /** The machine from which it was imported; null for a session of this machine. */
  machine: string | null;
  /** The id of the machine on which it ran last, if several share the database; else null. */
  host: string | null;
  gitHead: string | null;
  gitBranch: string | null;
  parentId: string | null;
  parentReason: "compact" | "clear" | "fork" | "resume" | "handoff" | null;
  startedAt: number;
  lastSeenAt: number;
  endedAt: number | null;
  endReason: string | null;
  pid: number | null;
  /** Start time of `pid` as the system reports it, which detects a reused pid. */
  pidStart: string | null;
  transcriptPath: string | null;
  promptCount: number;
  promptsSinceCheckpoint: number;
  /** Number of starts (startup, resume, compaction). Recovery is delivered once per incarnation. */
  incarnation: number;
  /** The person's last prompt (the seed's `last_message_sent_at`). */
  lastPromptAt: number | null;
  /** Time of the first tool use since the person's last prompt (the seed's `last_after_model_at`). */
  firstToolUseAt: number | null;
  /** When the user excluded it from recovery (`holdfast dismiss`). */
  dismissedAt: number | null;
  /** The start whose recovery is pending. It is delivered with the next prompt. */
  pendingRecovery: StartSource | null;
  /** The pane in which Holdfast launched its agent, as JSON (`terminals/launched.ts`); null if a person started it. */
  launch: string | null;
}

/** A session with its capture, which can be long. */
export interface Session extends SessionSummary {
  capture: Capture;
}

/** A short note about a project. It is kept until it is deleted. */
export interface Memory {
  id: string;
  projectId: string;
  text: string;
  /** How often it was recalled. */
  uses: number;
  createdAt: number;
}

/**
 * The first three carry a recovery, and `agent_stop` a debrief or a reminder of an open mark. `queue` and `terminal`
 * carry a prompt that was delivered without a hook, and `reply` everything else that the reply of a hook carries.
 */
export const DELIVERY_CHANNELS = [
  "session_start",
  "user_prompt_submit",
  "resume",
  "agent_stop",
  "queue",
  "terminal",
  "reply",
] as const;

/** A recovery, debrief, reminder or prompt that was delivered to a session. Notes and recalled statements leave no row. */
export interface Delivery {
  id: string;
  sessionId: string;
  incarnation: number;
  checkpointId: string | null;
  channel: (typeof DELIVERY_CHANNELS)[number];
  chars: number;
  at: number;
  /** The event whose reply carries it; null without a hook. */
  eventId: string | null;
  /** When the hook had printed it; null while it is pending. Without a hook, when it was sent. */
  arrivedAt: number | null;
  /** The handler whose part of the reply it is; null without a hook, or if an older version delivered it. */
  handler: string | null;
  /** What was delivered, as the JSON of a `Reply`; null if it was not kept. */
  reply: string | null;
}
