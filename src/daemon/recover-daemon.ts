import type { DaemonState } from "../surfaces/hook/run-hook.ts";
import { spawnDaemon } from "./spawn-daemon.ts";
import { claimStart } from "./start-backoff.ts";

interface Recovery {
  state: string;
  now: number;
  /** Whether the user wants a daemon; asked only when one is to be started. */
  isEnabled: () => boolean;
  /** Variables of the clients that a daemon needs as well. */
  clientVariables: () => readonly string[];
  script: string;
  env: Readonly<Record<string, string | undefined>>;
}

/**
 * What a hook that had to do without the daemon does for the next one, however its own event ended: start it when there is
 * none, and after an unanswered request have it replaced if it stays silent. `daemon start` finds that out: it waits for
 * seconds, since a busy daemon is late as well. One that answers, if only to refuse, is left in peace. Nothing here needs
 * the store: a daemon that hangs may hold its lock.
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
