import { withInherited } from "../../capture/inherit.ts";
import { findDrift, type GitLocation } from "../../checkpoints/find-drift.ts";
import type { TodoTool } from "../../kernel/agent/agent.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { shortSessionId } from "../../text/short-session-id.ts";
import { findChangedFiles } from "../find-changed-files.ts";
import { lastWorkedAt } from "./last-worked-at.ts";

/** The reason if a person asked for the record, for example to hand work over. */
export const CHOSEN = "chosen by the user";

/** The source of a record: whose work it is, how old it is, how it ended, and what has changed since. */
export interface Provenance {
  agent: string;
  /** The short id of the earlier session. */
  session: string;
  ageMs: number;
  /** Why this session was chosen. It is shown, so that people can notice a wrong choice. */
  reason: string;
  ending: string;
  /** The same conversation continues, so that the client's own summary is in the context. */
  isOngoing?: boolean;
  /** The machine on which it worked, if it is another one. */
  machine?: string | null;
  worktree: string;
  /** Where the reader is: paths are relative to it. */
  from?: string | undefined;
  /** Whether the next session works in the same worktree, which then need not be named. */
  isHere: boolean;
  branch: string | null;
  /** What the agent noted for its successor. */
  noted: string | null;
  /** What has changed since, one line each. */
  drift: string[];
  checkpointId: string | null;
  /** The file with the whole record, if there is one. */
  file?: string | null;
  /** The todo tool of the next agent, if it is a different agent and does not have the todos in its list yet. */
  todoTool?: TodoTool | undefined;
}

/** Who worked, and where. */
export type WorkOrigin = Pick<
  SessionSummary,
  "agent" | "nativeId" | "machine" | "cwd" | "worktree" | "gitHead" | "gitBranch" | "endReason" | "lastSeenAt"
>;

/** The work of an earlier session, and why it is delivered. */
export interface EarlierWork {
  session: WorkOrigin;
  capture: Capture;
  reason: string;
  /** The same conversation continues, or its process is still running. */
  isOngoing: boolean;
  noted: string | null;
  checkpointId: string | null;
}

/** When and where the record is read. */
export interface ReadingPlace {
  at: number;
  location: GitLocation;
  /** The directory to which paths are relative (default: the root of the worktree). */
  from?: string | undefined;
}

export function provenanceOf(
  { session, capture, reason, isOngoing, noted, checkpointId }: EarlierWork,
  { at, location, from }: ReadingPlace,
): Provenance {
  const { cwd, worktree } = session;
  const workedAt = lastWorkedAt(session, capture);
  return {
    agent: session.agent,
    session: shortSessionId(session.nativeId),
    ageMs: at - workedAt,
    reason,
    isOngoing,
    ending: isOngoing ? "last active" : endingOf(session),
    machine: session.machine,
    worktree,
    from,
    isHere: worktree === location.worktree,
    branch: session.gitBranch,
    drift: [
      ...findDrift(session, location),
      ...findChangedFiles({ cwd, worktree, from, workedAt }, withInherited(capture)),
    ],
    noted,
    checkpointId,
  };
}

function endingOf({ endReason }: WorkOrigin): string {
  if (endReason === null || endReason === "lost") return "cut off";
  return endReason === "clear" ? "cleared, last active" : "ended, last active";
}
