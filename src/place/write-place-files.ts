import { basename, extname } from "node:path";
import { appendLedgerRow } from "./files/append-ledger-row.ts";
import { writePendingRestore } from "./files/pending-restores.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import { sessionKey } from "./files/session-key.ts";
import { writePlaceFile } from "./files/write-place-file.ts";
import { placeMarkdown } from "./record/place-markdown.ts";
import type { SavedPlace } from "./record/saved-place.ts";

/** The paths of a place's files; null for those that were not written. */
export interface PlaceFiles {
  /** The Markdown file in a project's shared directory. */
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
  const { directory, place, checkpointId, at } = keeping;
  const attempt = <T>(what: string, work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      warn(`${what} could not be written: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
  const markdown = placeMarkdown(place, keeping.restoreHint);
  const { task, voluntary } = place;
  const written =
    directory.artifacts === null
      ? null
      : attempt("The place's file", () => writePlaceFile(directory, { markdown, task, at, voluntary }));
  warnOfSize(written?.path ?? checkpointId, Buffer.byteLength(markdown), warn);
  const pending = attempt("The pending restore", () => keepPending(keeping, written?.path, warn));
  if (written?.isNew && voluntary)
    attempt("The row of the cost ledger", () =>
      appendLedgerRow(directory, { session: ledgerId(keeping), task, action: "save", at }),
    );
  return { file: written?.path ?? null, pending };
}

function keepPending(
  { directory, checkpointId, session }: PlaceFilesInput,
  file: string | undefined,
  warn: (text: string) => void,
): string | null {
  const key = sessionKey(session.nativeId);
  if (key !== undefined) return writePendingRestore(directory, key, file ?? checkpointId);
  if (session.isExpected || directory.artifacts !== null)
    warn("The session's id is not known, so no session is notified of this place: resume it by its id.");
  return null;
}

function warnOfSize(where: string, bytes: number, warn: (text: string) => void): void {
  if (bytes > SOFT_CAP_BYTES)
    warn(`${where} exceeds the soft cap of 4 KB (${bytes} bytes). Does it include the contents of files?`);
}

/** The name of the transcript, which is the id of the session (P24). */
function ledgerId({ session: { transcriptPath, nativeId } }: PlaceFilesInput): string {
  if (transcriptPath !== null) return basename(transcriptPath, extname(transcriptPath));
  return sessionKey(nativeId) ?? "unknown";
}
