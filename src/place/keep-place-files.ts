import { basename, extname } from "node:path";
import { appendLedgerRow } from "./files/append-ledger-row.ts";
import { writePendingRestore } from "./files/pending-restores.ts";
import type { PlacesFolder } from "./files/places-folder.ts";
import { sessionKey } from "./files/session-key.ts";
import { writePlaceFile } from "./files/write-place-file.ts";
import { placeMarkdown } from "./record/place-markdown.ts";
import type { SavedPlace } from "./record/saved-place.ts";

/** The files of a place, where they were written. */
export interface PlaceFiles {
  /** The Markdown file in a project's shared folder. */
  file: string | null;
  /** By which the next session learns of the place. */
  pending: string | null;
}

export interface Keeping {
  folder: PlacesFolder;
  place: SavedPlace;
  checkpointId: string;
  session: {
    /** The caller is an agent, which should have an id. */
    isExpected: boolean;
    nativeId: string | undefined;
    transcriptPath: string | null;
  };
  at: number;
}

/** A place is one screen (P20): what is longer probably holds the contents of files. */
const SOFT_CAP_BYTES = 4_096;

/** Writes the files of a place. What cannot be written is a warning: the checkpoint itself is safe. */
export function keepPlaceFiles(keeping: Keeping, warn: (text: string) => void): PlaceFiles {
  const { folder, place, checkpointId, at } = keeping;
  const attempt = <T>(what: string, work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      warn(`${what} could not be written: ${error instanceof Error ? error.message : String(error)}`);
      return null;
    }
  };
  const markdown = placeMarkdown(place);
  const { task, voluntary } = place;
  const written =
    folder.artifacts === null
      ? null
      : attempt("The place's file", () => writePlaceFile(folder, { markdown, task, at, voluntary }));
  warnOfSize(written?.path ?? checkpointId, Buffer.byteLength(markdown), warn);
  const pending = attempt("The pending restore", () => keepPending(keeping, written?.path, warn));
  if (written?.isNew && voluntary)
    attempt("The row of the cost ledger", () =>
      appendLedgerRow(folder, { session: ledgerId(keeping), task, action: "save", at }),
    );
  return { file: written?.path ?? null, pending };
}

function keepPending(
  { folder, checkpointId, session }: Keeping,
  file: string | undefined,
  warn: (text: string) => void,
): string | null {
  const key = sessionKey(session.nativeId);
  if (key !== undefined) return writePendingRestore(folder, key, file ?? checkpointId);
  if (session.isExpected || folder.artifacts !== null)
    warn("The session's id is not known, so no session is notified of this place: resume it by its id.");
  return null;
}

function warnOfSize(where: string, bytes: number, warn: (text: string) => void): void {
  if (bytes > SOFT_CAP_BYTES)
    warn(`${where} exceeds the soft cap of 4 KB (${bytes} bytes). Does it include the contents of files?`);
}

/** The newest transcript is that of the session; its name is the session's id (P24). */
function ledgerId({ session: { transcriptPath, nativeId } }: Keeping): string {
  if (transcriptPath !== null) return basename(transcriptPath, extname(transcriptPath));
  return sessionKey(nativeId) ?? "unknown";
}
