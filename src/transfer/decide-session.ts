import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import { isLive } from "../sessions/is-live.ts";
import type { BundledSession } from "./bundle/bundle-line.ts";

/**
 * What an import does with a session. `kept`: the one here was seen later, or at the same time. `running`: an agent
 * works in it here, so it stays as it is. `foreign`: its id belongs to a session of another project or agent here.
 */
export const DECISIONS = ["new", "newer", "kept", "running", "foreign"] as const;
export type Decision = (typeof DECISIONS)[number];

interface Deciding extends Pick<Context, "processes" | "clock"> {
  /** The project in which it is imported; undefined if nothing was stored there yet. */
  projectId: string | undefined;
}

export function decideSession(
  session: Pick<BundledSession, "agent" | "lastSeenAt">,
  existing: Session | undefined,
  { processes, clock, projectId }: Deciding,
): Decision {
  if (!existing) return "new";
  if (existing.projectId !== projectId || existing.agent !== session.agent) return "foreign";
  if (isLive(existing, { processes, now: clock(), asking: { pid: null } })) return "running";
  return existing.lastSeenAt >= session.lastSeenAt ? "kept" : "newer";
}
