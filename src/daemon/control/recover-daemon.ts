import type { DaemonState } from "../../surfaces/hook/run-hook.ts";
import { spawnDaemon } from "./spawn-daemon.ts";
import { claimStart } from "./start-backoff.ts";

interface Recovery {
  state: string;
  now: number;
  /** Whether the user wants a daemon; called only before one is started. */
  isEnabled: () => boolean;
  /** Environment variables of the clients that a daemon needs as well. */
  clientVariables: () => readonly string[];
  script: string;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * Recovers the daemon for later hooks after a hook had to run without it, whether or not that hook's event was handled.
 * Starts a daemon if there is none. After a timeout, `daemon start` decides: it waits for seconds, since a busy daemon
 * is also late, and replaces one that stays silent. A daemon that answers, even with an error, is kept. Does not use
 * the store, because a hung daemon may hold its lock.
 */
export function recoverDaemon(
  daemon: DaemonState,
  { state, now, isEnabled, clientVariables, script, env }: Recovery,
): void {
  const command = commandFor(daemon);
  if (!command || env["HOLDFAST_NO_DAEMON"] === "1" || !isEnabled() || !claimStart(state, now)) return;
  spawnDaemon({ script, command, cwd: state, env, clientVariables: clientVariables() });
}

function commandFor(daemon: DaemonState): "run" | "start" | undefined {
  if (daemon === "absent") return "run";
  return daemon === "hung" ? "start" : undefined;
}
