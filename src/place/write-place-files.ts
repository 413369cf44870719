import { writePendingRestore } from "./files/pending-restores.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import { sessionKey } from "./files/session-key.ts";
import type { SavedPlace } from "./saved-place.ts";

/** The paths of a place's files; null for those that were not written. */
export interface PlaceFiles {
  /** The file in a project's shared directory. */
  file: string | null;
  /** The pending file, by which the next session finds the place. */
  pending: string | null;
}

export interface PlaceFilesInput {
  directory: PlacesDirectory;
  place: SavedPlace;
  checkpointId: string;
  /** How a person restores the place in the client that saved it. Undefined at a terminal. */
  restoreHint: string | undefined;
  session: {
    /** Whether the caller is an agent, which should have a session id. */
    isExpected: boolean;
    nativeId: string | undefined;
    transcriptPath: string | null;
  };
  at: number;
}

/** A place should fit on one screen (P20). A longer one probably contains the contents of files. */
const SOFT_CAP_BYTES = 4_096;

/** Writes the files of a place. Calls `warn` for those that cannot be written, since the checkpoint itself is saved. */
export function writePlaceFiles(keeping: PlaceFilesInput, warn: (text: string) => void): PlaceFiles {
  const { place, checkpointId, session, restoreHint, at } = keeping;
  const { shared } = keeping.directory;
  const attempt = <T>(what: string, work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      warn(`${what} could not be written: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
  const written = shared && attempt("The place's file", () => shared.writePlace(place, { restoreHint, at }));
  const { path: file, bytes } = written ?? {
    path: null,
    bytes: Buffer.byteLength(JSON.stringify(place)),
  };
  warnOfSize(file ?? checkpointId, bytes, warn);
  const pending = attempt("The pending restore", () => keepPending(keeping, file, warn));
  if (shared && written?.isNew && place.voluntary)
    attempt("The row of the cost ledger", () =>
      shared.recordUse({ ...session, task: place.task, action: "save", at }),
    );
  return { file, pending };
}

function keepPending(
  { directory, checkpointId, session }: PlaceFilesInput,
  file: string | null,
  warn: (text: string) => void,
): string | null {
  const key = sessionKey(session.nativeId);
  if (key !== undefined) return writePendingRestore(directory, key, file ?? checkpointId);
  if (session.isExpected || directory.shared)
    warn("The session's id is not known, so no session is notified of this place: resume it by its id.");
  return null;
}

function warnOfSize(where: string, bytes: number, warn: (text: string) => void): void {
  if (bytes > SOFT_CAP_BYTES)
    warn(`${where} exceeds the soft cap of 4 KB (${bytes} bytes). Does it include the contents of files?`);
}
