import type { GitLocation } from "../../checkpoints/find-drift.ts";
import type { Processes } from "../../kernel/ports/processes.ts";
import type { Checkpoint, SessionSummary } from "../../kernel/record.ts";
import { isLive } from "../../sessions/is-live.ts";
import { aboutWork, type WorkPlace } from "../record/about-work.ts";
import type { RecoveryAbout } from "../record/recovery-text.ts";
import type { LoadedWork } from "./read-work.ts";

/** What is said of work that somebody asked for beside the work itself. */
export function aboutLoaded(work: LoadedWork, now: { at: number; location: GitLocation }): RecoveryAbout {
  const { checkpoint, capture, noted, given } = work;
  return aboutWork(
    {
      session: placeOf(work),
      // Files that somebody lists in a state need not be there.
      capture: work.type === "checkpoint" && given !== null ? { ...capture, files: [] } : capture,
      reason: "asked for",
      isGoingOn: false,
      noted,
      checkpointId: checkpoint?.id ?? null,
    },
    now,
  );
}

function placeOf({ type, session, checkpoint }: LoadedWork): WorkPlace {
  if (type === "session" && session) return session;
  const saved = checkpoint ? placeOfCheckpoint(checkpoint) : undefined;
  return { ...NOWHERE, ...session, ...saved };
}

const NOWHERE: WorkPlace = {
  agent: "",
  nativeId: "",
  cwd: "",
  worktree: "",
  gitHead: null,
  gitBranch: null,
  endReason: null,
  lastSeenAt: 0,
};

function placeOfCheckpoint({ worktree, gitHead, gitBranch, createdAt }: Checkpoint) {
  return { worktree, cwd: worktree, gitHead, gitBranch, lastSeenAt: createdAt };
}

/** How a session stands, in a word. */
export const SESSION_STATES = ["running", "ended", "cleared", "cut off"] as const;

export function sessionState(
  session: SessionSummary,
  { processes, now }: { processes: Processes; now: number },
): (typeof SESSION_STATES)[number] {
  if (isLive(session, { processes, now, asking: { ...session, pid: null } })) return "running";
  if (session.endReason === "clear") return "cleared";
  return session.endedAt === null || session.endReason === "lost" ? "cut off" : "ended";
}
