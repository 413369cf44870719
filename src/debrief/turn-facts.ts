/** The facts of one turn, oldest first. Times are milliseconds since 1970. */
export interface TurnFacts {
  /** The worktree, where most commands start. */
  root: string;
  /** Files of the worktree, relative to it. */
  changed: { path: string; at: number }[];
  passed: { command: string; output: string; at: number }[];
  /** Failed commands without a later run that succeeded. */
  failures: { command: string; output: string; at: number }[];
  openTodos: string[];
}
