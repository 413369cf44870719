import type { StartSource } from "../../kernel/agent/agent-event.ts";
import type { SessionSummary } from "../../kernel/record.ts";

export interface Candidate {
  session: SessionSummary;
  live: boolean;
  /** The user cleared or dismissed it. It is continued only if it is requested by id. */
  forgotten: boolean;
}

export type Choice =
  | { type: "own"; sessionId: string; reason: string }
  | { type: "earlier"; sessionId: string; reason: string }
  /** A single checkpoint, regardless of what its session did later. */
  | { type: "checkpoint"; checkpointId: string }
  | { type: "ask"; sessionIds: string[]; reason: string }
  | { type: "none"; reason: string };

/** Maximum number of choices that people can take in at a glance. */
const OFFERED = 3;

/**
 * Chooses which of the recent sessions the starting one continues: its own lineage first, then the newest session in
 * the same worktree that is over, never a live one. If two sessions ran side by side, or the work was done in another
 * worktree of the project, these are different tasks, so that none is chosen and the user is asked.
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

/** Whether a later session continues this one, or was offered it because it started after this one had ended. */
function isContinued(session: SessionSummary, candidates: readonly Candidate[]): boolean {
  return candidates.some(
    ({ session: other }) =>
      other.id !== session.id &&
      other.promptCount > 0 &&
      (other.parentId === session.id || wasOffered(session, other)),
  );
}

/**
 * A session without an end counted as live and was not offered. After a clear or a fork, only the parent is offered.
 */
function wasOffered({ worktree, endedAt }: SessionSummary, other: SessionSummary): boolean {
  if (other.worktree !== worktree || endedAt === null) return false;
  return other.startedAt > endedAt && other.parentReason !== "clear" && other.parentReason !== "fork";
}
