import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import { isLive } from "../sessions/is-live.ts";
import type { BundledSession } from "./bundle/bundle-line.ts";
import type { Relation } from "./compare-records.ts";

/**
 * What an import does with a session. `kept`: the one here has all of it. `running`: an agent works in it here, so it
 * stays as it is. `foreign`: its id belongs to a session of another project or agent here.
 */
export const DECISIONS = ["new", "newer", "kept", "running", "foreign"] as const;
export type Decision = (typeof DECISIONS)[number];

interface DecisionInput extends Pick<Context, "processes" | "clock"> {
  /** The project in which it is imported; undefined if nothing was stored there yet. */
  projectId: string | undefined;
  /** What is here, compared with what comes, if that was found out. */
  relation: Relation | undefined;
}

export function decideSession(
  session: Pick<BundledSession, "agent" | "lastSeenAt">,
  existing: Session | undefined,
  { processes, clock, projectId, relation }: DecisionInput,
): Decision {
  if (!existing) return relation === "ahead" ? "kept" : "new";
  if (existing.projectId !== projectId || existing.agent !== session.agent) return "foreign";
  if (isLive(existing, { processes, now: clock(), asking: { pid: null } })) return "running";
  if (relation === "ahead") return "kept";
  // The clocks of two machines may differ, so they only decide between records of the same work.
  return relation === "behind" || existing.lastSeenAt < session.lastSeenAt ? "newer" : "kept";
}
