import { withInherited } from "../../capture/inherit.ts";
import { findDrift, type GitLocation } from "../../checkpoints/find-drift.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { findChangedFiles } from "../find-changed-files.ts";
import type { RecoveryAbout } from "./recovery-text.ts";

/** Whose work it is, and where it was done. */
export type WorkPlace = Pick<
  SessionSummary,
  "agent" | "nativeId" | "cwd" | "worktree" | "gitHead" | "gitBranch" | "endReason" | "lastSeenAt"
>;

/** Work that a session left, and how it comes to be told now. */
export interface LeftWork {
  session: WorkPlace;
  capture: Capture;
  /** Why this session, and not another. */
  reason: string;
  /** It goes on in the same conversation, or still runs. */
  isGoingOn: boolean;
  noted: string | null;
  checkpointId: string | null;
}

/** What is said of earlier work beside the work itself: whose, how old, how it ended, and what has changed since. */
export function aboutWork(
  { session, capture, reason, isGoingOn, noted, checkpointId }: LeftWork,
  { at, location }: { at: number; location: GitLocation },
): RecoveryAbout {
  const { cwd, worktree } = session;
  const workedAt = lastWorkedAt(session, capture);
  return {
    agent: session.agent,
    session: shortSessionId(session.nativeId),
    ageMs: at - workedAt,
    reason,
    ending: isGoingOn ? "last active" : endingOf(session),
    worktree,
    isHere: worktree === location.worktree,
    branch: session.gitBranch,
    drift: [
      ...findDrift(session, location),
      ...findChangedFiles({ cwd, worktree, workedAt }, withInherited(capture)),
    ],
    noted,
    checkpointId,
  };
}

/** When somebody last worked in a session. To open or to close it is no work. */
export function lastWorkedAt({ lastSeenAt }: Pick<SessionSummary, "lastSeenAt">, capture: Capture): number {
  const { lastActiveAt, foldedTo, paused } = capture;
  const workedAt = paused ? lastActiveAt : Math.max(lastActiveAt, foldedTo);
  return workedAt === 0 ? lastSeenAt : workedAt;
}

/** Of ids that begin with a time, the beginning is the same for all that began together. */
const TIME_FIRST = /^[0-9a-f]{8}-[0-9a-f]{4}-7/;

/** As much of a client's id as tells its sessions apart. */
export function shortSessionId(nativeId: string): string {
  return nativeId.slice(0, TIME_FIRST.test(nativeId) ? 13 : 8);
}

function endingOf({ endReason }: WorkPlace): string {
  if (endReason === null || endReason === "lost") return "cut off";
  return endReason === "clear" ? "cleared, last active" : "ended, last active";
}
