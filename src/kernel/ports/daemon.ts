/** The state of the daemon. `hung` means that it holds its lock but does not answer. */
export interface DaemonHealth {
  state: "starting" | "running" | "stopped" | "hung";
  version?: string | undefined;
  pid?: number | undefined;
  /** The address of its loopback port, if it serves one. */
  address?: string | undefined;
  /** Why it cannot do something that it is configured to do. */
  trouble?: string | undefined;
}

/** Numbers of spooled events that are still unprocessed. */
export interface SpoolBacklog {
  waiting: number;
  /** Incomplete files: they are still being written, or their writer was killed. */
  unfinished: number;
}

/** The daemon, which processes the events that hooks only spool. */
export interface Daemon {
  daemonHealth: () => Promise<DaemonHealth>;
  /** Processes the spooled events. Returns how many are left. */
  drain: () => Promise<SpoolBacklog>;
  /** Whether a hook has just printed the reply to this event, or still runs and may print it. */
  isBeingPrinted: (eventId: string) => boolean;
}
