/** Whether the daemon answers, and as whom. `hung`: it holds its lock and does not answer. */
export interface DaemonHealth {
  state: "starting" | "running" | "stopped" | "hung";
  version?: string | undefined;
  pid?: number | undefined;
  /** Of the loopback port, where it serves one. */
  address?: string | undefined;
  /** What it was asked to do and cannot. */
  trouble?: string | undefined;
}

/** Events that hooks spooled and that could not be taken in. */
export interface LeftInSpool {
  waiting: number;
  /** Those of which the end is missing: still being written, or their writer was killed. */
  unfinished: number;
}

/** The daemon, and what it does for hooks: taking in the events that they could only spool. */
export interface Daemon {
  daemonHealth: () => Promise<DaemonHealth>;
  /** Takes in spooled events; returns how many are left. */
  drain: () => Promise<LeftInSpool>;
}
