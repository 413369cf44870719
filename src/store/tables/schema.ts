import type { Generated } from "kysely";
import type { Checkpoint, Delivery, Memory, Project, SessionSummary } from "../../kernel/record.ts";
import type { PendingReply } from "../../kernel/storage/reply-storage.ts";
import type { PartInfo } from "../../kernel/storage/sharing-storage.ts";
import type { PendingWrite } from "../../kernel/storage/write-storage.ts";
import type { WorkflowRun, WorkflowSignal, WorkflowStep } from "../../kernel/workflow-record.ts";

/** Booleans are 0 or 1 and times are integers in both databases, so that rows look alike. */
export interface SessionRow extends SessionSummary {
  /** JSON; null before the first event. */
  capture: string | null;
}

/** The database uses snake_case columns; a Kysely plugin translates. */
export interface Tables {
  projects: Project;
  sessions: SessionRow;
  sessionAliases: { agent: string; nativeId: string; sessionId: string };
  checkpoints: Checkpoint & { seq: Generated<number> };
  nodes: { id: Generated<number>; key: Uint8Array; bytes: Uint8Array };
  clones: {
    host: string;
    projectId: string;
    machine: string;
    remotes: string;
    rootCommit: string | null;
    seenAt: number;
  };
  sessionParts: PartInfo & { number: number; bytes: Uint8Array };
  deliveries: Delivery;
  pendingReplies: Omit<PendingReply, "id"> & { id: Generated<number> };
  memories: Memory & { words: string };
  inbox: { eventId: string; at: number; reply: string };
  workflowRuns: WorkflowRun;
  workflowSteps: WorkflowStep;
  workflowSignals: WorkflowSignal;
  pendingWrites: PendingWrite;
  sweeps: { id: number; epoch: number };
  migrations: { version: number; name: string; at: number };
}
