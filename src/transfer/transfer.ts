/** Where the sessions of a bundle belong on this machine. */
export interface Destination {
  projectId: string;
  worktree: string;
  /** The machine that they come from. */
  machine: string;
}

/** How much a bundle contains. */
export interface Tally {
  sessions: number;
  checkpoints: number;
  conversations: number;
  notes: number;
}

export function emptyTally(): Tally {
  return { sessions: 0, checkpoints: 0, conversations: 0, notes: 0 };
}
