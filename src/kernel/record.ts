import type { AgentName, StartSource } from "./agent/agent-event.ts";
import type { Capture } from "./capture.ts";

/**
 * `step` is the state of a workflow, `place` was saved by a person or an agent, `digest` was captured of a session, `mark` is
 * where an exploration began or, with the trigger `rewind`, where its report took its place.
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

/** `pinned` is never pruned; `auto` is pruned by age and count (`checkpoints/retention.ts`). */
export const RETENTION_CLASSES = ["auto", "pinned"] as const;
export type RetentionClass = (typeof RETENTION_CLASSES)[number];

/** One immutable, durable record in the lineage graph. Only `retention`, `trashedAt` and `abandonedAt` may change. */
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
  /** Root hash of the state tree, and so the record's integrity hash. */
  stateRoot: string;
  digest: string | null;
  gitHead: string | null;
  gitBranch: string | null;
  /** Milliseconds since 1970. Checkpoints are ordered by it, then by insertion. */
  createdAt: number;
  retention: RetentionClass;
  trashedAt: number | null;
  /** When a rewind abandoned it. It is kept, but no longer counts. */
  abandonedAt: number | null;
}

/** All worktrees of one git repository, or one directory outside git. */
export interface Project {
  id: string;
  /** The git common directory if there is one, else the real path. */
  root: string;
  name: string;
  createdAt: number;
}

/** One conversation of an agent. The agent's own ids are aliases: compaction, clear and fork change them. */
export interface SessionSummary {
  id: string;
  /** How often it was written when it was read; 0 for one that was never stored. */
  revision: number;
  agent: AgentName;
  nativeId: string;
  projectId: string;
  worktree: string;
  cwd: string;
  gitHead: string | null;
  gitBranch: string | null;
  parentId: string | null;
  parentReason: "compact" | "clear" | "fork" | "resume" | "handoff" | null;
  startedAt: number;
  lastSeenAt: number;
  endedAt: number | null;
  endReason: string | null;
  pid: number | null;
  /** Start time of `pid` as the system reports it: a reused pid has a different one. */
  pidStart: string | null;
  transcriptPath: string | null;
  promptCount: number;
  promptsSinceCheckpoint: number;
  /** Counts starts: startup, resume, compaction. Recovery is delivered once per incarnation. */
  incarnation: number;
  /** The person's last prompt (the seed's `last_message_sent_at`). */
  lastPromptAt: number | null;
  /** When the last debrief was delivered (the seed's `last_checkpoint_at`); a person's prompt clears it. */
  lastDebriefAt: number | null;
  /** Debriefs since the person's last prompt. */
  debriefsThisTurn: number;
  /** Debriefs in a row that led to no tool use. */
  debriefsIgnored: number;
  debriefOff: boolean;
  /** First tool use since the person's last prompt (the seed's `last_after_model_at`). */
  firstToolUseAt: number | null;
  /** Hash of the last answer that people were notified of (the seed's `last_feedback_received`). */
  lastNotifiedAnswer: string | null;
  /** Whether people were notified since the person's last prompt. */
  notified: boolean;
  /** When the user said that no other session is to continue this one (`holdfast dismiss`). */
  dismissedAt: number | null;
  /** A start whose recovery has not reached the model yet: it is delivered with the next prompt. */
  pendingRecovery: StartSource | null;
  /** The pane that Holdfast started its agent in, as JSON (`terminals/launched.ts`); null when a person started it. */
  launch: string | null;
}

/** A session with what was captured of it, which is long. */
export interface Session extends SessionSummary {
  capture: Capture;
}

/** A short note of a project, kept until it is deleted. */
export interface Memory {
  id: string;
  projectId: string;
  text: string;
  /** How often it was recalled. */
  uses: number;
  createdAt: number;
}

/** What was put into a session's context, where and when. */
export interface Delivery {
  id: string;
  sessionId: string;
  incarnation: number;
  checkpointId: string | null;
  /** The first three carry recovery, `agent_stop` a debrief or a reminder of a mark, the last two a prompt that came from outside of a hook. */
  channel: "session_start" | "user_prompt_submit" | "resume" | "agent_stop" | "queue" | "terminal";
  chars: number;
  at: number;
}
