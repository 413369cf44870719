import type { AgentEvent } from "../kernel/agent/agent-event.ts";
import { EMPTY_CAPTURE } from "../kernel/capture.ts";
import type { Session } from "../kernel/record.ts";

/** A session known only by its first event; `trackSession` fills in its location. */
export function createSession(
  id: string,
  event: Pick<AgentEvent, "agent" | "nativeSession" | "cwd" | "at">,
): Session {
  return {
    id,
    revision: 0,
    agent: event.agent,
    nativeId: event.nativeSession,
    projectId: "",
    worktree: "",
    cwd: event.cwd,
    startedIn: event.cwd,
    machine: null,
    host: null,
    gitHead: null,
    gitBranch: null,
    parentId: null,
    parentReason: null,
    startedAt: event.at,
    lastSeenAt: event.at,
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
  };
}
