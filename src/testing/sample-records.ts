import { EMPTY_CAPTURE } from "../kernel/capture.ts";
import type { Checkpoint, Project, Session } from "../kernel/record.ts";

let counter = 0;

/** A fresh, valid record id; unique within the process. */
export function sampleId(prefix: string): string {
  counter += 1;
  return `${prefix}_${String(counter).padStart(16, "0")}`;
}

export function sampleCheckpoint(change: Partial<Checkpoint> = {}): Checkpoint {
  return {
    id: sampleId("chk"),
    kind: "place",
    trigger: "explicit",
    name: null,
    projectId: "prj_0000000000000001",
    worktree: "/home/user/app",
    sessionId: null,
    workflowId: null,
    workflowType: null,
    agent: null,
    parentId: null,
    stepNumber: null,
    stepName: null,
    progress: null,
    stateRoot: "0".repeat(64),
    digest: null,
    gitHead: null,
    gitBranch: null,
    createdAt: 1_000 + counter,
    retention: "auto",
    trashedAt: null,
    abandonedAt: null,
    ...change,
  };
}

export function sampleProject(root: string): Project {
  return { id: sampleId("prj"), root, name: "app", createdAt: 1_000, directory: null };
}

export function sampleSession(change: Partial<Session> = {}): Session {
  const id = sampleId("ses");
  return {
    id,
    revision: 0,
    agent: "claude-code",
    nativeId: `native-${id}`,
    projectId: "prj_0000000000000001",
    worktree: "/home/user/app",
    cwd: "/home/user/app",
    startedIn: "/home/user/app",
    machine: null,
    host: null,
    gitHead: null,
    gitBranch: null,
    parentId: null,
    parentReason: null,
    startedAt: 1_000,
    lastSeenAt: 1_000 + counter,
    endedAt: null,
    endReason: null,
    pid: null,
    pidStart: null,
    transcriptPath: null,
    promptCount: 0,
    promptsSinceCheckpoint: 0,
    incarnation: 1,
    lastPromptAt: null,
    firstToolUseAt: null,
    dismissedAt: null,
    pendingRecovery: null,
    launch: null,
    capture: EMPTY_CAPTURE,
    ...change,
  };
}
