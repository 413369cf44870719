import type { Context } from "../kernel/context.ts";
import type { DaemonHealth } from "../kernel/ports/daemon.ts";

/**
 * The health of the daemon, without its last failure if that was a database that could not be reached and can be reached
 * now: nothing is left to correct, and the next hook starts the daemon.
 */
export async function withoutPastTrouble(
  { store }: Pick<Context, "store">,
  health: DaemonHealth,
): Promise<DaemonHealth> {
  if (health.state !== "stopped" || !health.trouble?.endsWith("(store_unavailable)")) return health;
  const isReachable = await store.listProjects(1).then(
    () => true,
    () => false, // another check reports that
  );
  return isReachable ? { ...health, trouble: undefined } : health;
}
