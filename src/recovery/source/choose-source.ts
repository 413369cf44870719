import type { StartSource } from "../../kernel/agent/agent-event.ts";
import type { SessionSummary } from "../../kernel/record.ts";

export interface Candidate {
  session: SessionSummary;
  live: boolean;
  /** The user cleared or dismissed it: it is continued only when it is asked for by name. */
  forgotten: boolean;
}

export type Choice =
  | { type: "own"; sessionId: string; reason: string }
  | { type: "earlier"; sessionId: string; reason: string }
  /** One checkpoint as it was then, whatever its session did later. */
  | { type: "checkpoint"; checkpointId: string }
  | { type: "ask"; sessionIds: string[]; reason: string }
  | { type: "none"; reason: string };

/** A person cannot choose among more at a glance. */
const OFFERED = 3;

/**
 * Which session the starting one continues, of those that were seen recently. Own lineage first; then the newest session of the same worktree that is
 * over; never a live one. Two that ran side by side are two tasks, and so is what was done in another worktree of the
 * project: then none is chosen.
 */
export function chooseSource(
  source: StartSource,
  current: SessionSummary,
  candidates: readonly Candidate[],
): Choice {
  if (source === "compact" || source === "resume") return own(current, source);
  if (source !== "startup" && current.parentId !== null) {
    return {
      type: "earlier",
      sessionId: current.parentId,
      reason: source === "clear" ? "before the user cleared it" : "forked from it",
    };
  }
  const over = candidates.filter(
    ({ session, live, forgotten }) =>
      !live && !forgotten && session.id !== current.id && session.promptCount > 0,
  );
  const others = candidates.filter(({ session }) => session.id !== current.id);
  const leaves = over.map(({ session }) => session).filter((session) => !isContinued(session, others));
  const here = leaves.filter(({ worktree }) => worktree === current.worktree);
  const [newest] = here;
  if (newest && here.length === 1) return { type: "earlier", sessionId: newest.id, reason: "newest here" };
  if (newest) return ask(here, "They ran side by side in this worktree");
  if (leaves.length > 0) return ask(leaves, "They worked in another worktree of this project");
  return { type: "none", reason: "no earlier session of this project is over and recent" };
}

function ask(sessions: readonly SessionSummary[], reason: string): Choice {
  return { type: "ask", sessionIds: sessions.slice(0, OFFERED).map(({ id }) => id), reason };
}

function own(current: SessionSummary, source: "compact" | "resume"): Choice {
  if (current.promptCount === 0) return { type: "none", reason: "nothing was asked yet" };
  return {
    type: "own",
    sessionId: current.id,
    reason: source === "compact" ? "same session, compacted" : "same session, resumed",
  };
}

/** Whether a later session adopted this one, or began when it was over and so was offered it. */
function isContinued(session: SessionSummary, candidates: readonly Candidate[]): boolean {
  return candidates.some(
    ({ session: other }) =>
      other.id !== session.id &&
      other.promptCount > 0 &&
      (other.parentId === session.id || wasOffered(session, other)),
  );
}

/** A session that was only silent was live: no session was offered it. A cleared or forked one follows its own parent. */
function wasOffered({ worktree, endedAt }: SessionSummary, other: SessionSummary): boolean {
  if (other.worktree !== worktree || endedAt === null) return false;
  return other.startedAt > endedAt && other.parentReason !== "clear" && other.parentReason !== "fork";
}
