/** Information about the processes of this system. */
export interface Processes {
  /** The id of this machine if several share the database, whose processes cannot be looked up here; else null. */
  host?(): string | null;
  /** An opaque start time. Undefined if the process does not exist or is a zombie. */
  startTime(pid: number): string | undefined;
  /** The id of the parent process; undefined if unknown. */
  parent(pid: number): number | undefined;
  /** The controlling terminal, and whether the process is in its foreground job. Undefined if it has no terminal. */
  terminal(pid: number): { tty: string; foreground: boolean } | undefined;
  /** Sends a signal, but only if the process has this start time. Returns false if it is gone. */
  signal(process: { pid: number; startTime: string }, signal: "SIGTERM" | "SIGKILL"): boolean;
}
