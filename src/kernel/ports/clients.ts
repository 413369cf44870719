/** How a command of a client ended. `missing`: the program is not installed, or not on the `PATH`. */
export interface ClientResult {
  state: "done" | "failed" | "missing";
  /** What it printed first, for the person. */
  said: string;
}

/** Runs the commands that agents offer for their own data. */
export interface Clients {
  /** Runs without a shell and without input, in the user's own environment, for a few minutes at most. */
  run(command: readonly string[], directory: string): Promise<ClientResult>;
}
