/** What the system says about a process. */
export interface Processes {
  /** An opaque start time of a live process; undefined when there is none (or it is a zombie). */
  startTime(pid: number): string | undefined;
  /** The process that started it; undefined when that is not known. */
  parent(pid: number): number | undefined;
  /** The terminal that a process belongs to, and whether keys typed there reach its job. Undefined when it has none. */
  terminal(pid: number): { tty: string; foreground: boolean } | undefined;
  /** Sends a signal to the process of that start time and to no other; false when it is gone. */
  signal(process: { pid: number; startTime: string }, signal: "SIGTERM" | "SIGKILL"): boolean;
}
