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
  /** Sessions whose files are among it. */
  snapshots: number;
  /** Sessions with an id or a date that no other machine would accept. */
  leftOut: number;
}

export function emptyTally(): Tally {
  return { sessions: 0, checkpoints: 0, conversations: 0, notes: 0, snapshots: 0, leftOut: 0 };
}
