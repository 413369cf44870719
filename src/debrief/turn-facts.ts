/** What one turn did, oldest first. Times are milliseconds since 1970. */
export interface TurnFacts {
  /** Paths relative to the worktree where they lie in it. */
  changed: { path: string; at: number }[];
  passed: { command: string; at: number }[];
  /** Failed, and neither repeated with success nor answered by an edit of what they name. */
  failures: { command: string; at: number }[];
  openTodos: string[];
}
