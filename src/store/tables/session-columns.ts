import type { SessionRow } from "./schema.ts";

type SummaryColumn = Exclude<keyof SessionRow, "capture">;

/** An object, so that the compiler reports a missing column. */
const COLUMNS: Record<SummaryColumn, true> = {
  id: true,
  revision: true,
  agent: true,
  nativeId: true,
  projectId: true,
  worktree: true,
  cwd: true,
  startedIn: true,
  machine: true,
  host: true,
  gitHead: true,
  gitBranch: true,
  parentId: true,
  parentReason: true,
  startedAt: true,
  lastSeenAt: true,
  endedAt: true,
  endReason: true,
  pid: true,
  pidStart: true,
  transcriptPath: true,
  promptCount: true,
  promptsSinceCheckpoint: true,
  incarnation: true,
  lastPromptAt: true,
  firstToolUseAt: true,
  dismissedAt: true,
  pendingRecovery: true,
  launch: true,
};

/** The columns for a list of sessions: captures are long and not needed to choose one. */
export const SUMMARY_COLUMNS = Object.keys(COLUMNS) as SummaryColumn[];
