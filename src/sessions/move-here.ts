import { type Capture, parseCapture } from "../kernel/capture.ts";
import type { DirectoryMove } from "../kernel/directory-move.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { Session, SessionSummary } from "../kernel/record.ts";
import { mapDirectory, mapPaths } from "./map-directory.ts";

/** The clone in which a session goes on. */
type Place = Pick<SessionSummary, "projectId" | "worktree" | "host" | "machine">;

/** A session of another machine with its directories as they are called in a clone of this one. */
export function shownHere<S extends SessionSummary>(session: S, place: Place): S {
  const move = { from: session.worktree, to: place.worktree };
  const { startedIn, cwd } = session;
  return {
    ...session,
    ...place,
    cwd: mapDirectory(cwd, move),
    startedIn: startedIn === null ? null : mapDirectory(startedIn, move),
  };
}

/** Also with the paths in its capture. Its conversation is still to be found. */
export function readHere(session: Session, place: Place): Session {
  const move = { from: session.worktree, to: place.worktree };
  const capture = { ...mapCapture(session.capture, move), transcriptPath: null, transcriptBytes: 0 };
  return { ...shownHere(session, place), transcriptPath: null, capture };
}

/** A session that goes on here: its process and terminal are on the other machine. */
export function moveHere(session: Session, place: Place): Session {
  return { ...readHere(session, place), pid: null, pidStart: null, launch: null };
}

/** Its conversation is where it was. */
export function mapCapture(capture: Capture, move: DirectoryMove): Capture {
  return parseCapture(JSON.stringify(mapPaths(capture as unknown as JsonObject, move)));
}
