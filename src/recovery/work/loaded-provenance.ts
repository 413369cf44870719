import type { Checkpoint } from "../../kernel/record.ts";
import { type Provenance, provenanceOf, type ReadingPlace, type WorkOrigin } from "../record/provenance.ts";
import type { LoadedWork } from "./read-work.ts";

/** The provenance of work that was requested by its id. */
export function loadedProvenance(work: LoadedWork, now: ReadingPlace): Provenance {
  const { checkpoint, capture, noted, given } = work;
  return provenanceOf(
    {
      session: originOf(work),
      // Files in a state that a caller saved need not exist.
      capture: work.type === "checkpoint" && given !== null ? { ...capture, files: [] } : capture,
      reason: "asked for",
      isOngoing: false,
      noted,
      checkpointId: checkpoint?.id ?? null,
    },
    now,
  );
}

function originOf({ type, session, checkpoint }: LoadedWork): WorkOrigin {
  if (type === "session" && session) return session;
  const saved = checkpoint ? originOfCheckpoint(checkpoint) : undefined;
  return { ...UNKNOWN_ORIGIN, ...session, ...saved };
}

const UNKNOWN_ORIGIN: WorkOrigin = {
  agent: "",
  nativeId: "",
  machine: null,
  cwd: "",
  worktree: "",
  gitHead: null,
  gitBranch: null,
  endReason: null,
  lastSeenAt: 0,
};

function originOfCheckpoint({ worktree, gitHead, gitBranch, createdAt }: Checkpoint) {
  return { worktree, cwd: worktree, gitHead, gitBranch, lastSeenAt: createdAt };
}
