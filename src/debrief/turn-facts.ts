/** What one turn did, oldest first. Times are milliseconds since 1970. */
export interface TurnFacts {
  /** Files of the worktree, relative to it. */
  changed: { path: string; at: number }[];
  passed: { command: string; output: string; at: number }[];
  /** Failed, and not repeated with success. */
  failures: { command: string; output: string; at: number }[];
  openTodos: string[];
}
