/** A session of which nothing is known but that it ended, as the store holds it. */
export const ENDED_SESSION = {
  gitHead: null,
  gitBranch: null,
  parentId: null,
  parentReason: null,
  endReason: null,
  pid: null,
  pidStart: null,
  transcriptPath: null,
  promptsSinceCheckpoint: 0,
  incarnation: 1,
  lastPromptAt: null,
  firstToolUseAt: null,
  dismissedAt: null,
  pendingRecovery: null,
  launch: null,
};
