import type { Config } from "../../kernel/config/config.ts";
import type { Redactor } from "../../kernel/ports/redactor.ts";
import type { SavedPlace } from "../saved-place.ts";
import type { FoundFile } from "./list-files.ts";

/** A tool that keeps places in a directory of the project. */
export interface SharedFormat {
  /** The name of that directory. */
  directoryName: string;
  open(root: string): SharedDirectory;
}

/** Another tool's directory in a project, in which places are also written and found, in the formats of that tool. */
export interface SharedDirectory {
  /** What the tool noted about this session, otherwise about the newest one. */
  readState(session: string | undefined): SessionState | undefined;
  /** The paths of the task's documents. */
  findDocuments(globs: Config["place"]["artifacts"], task: string): Documents;
  /** Writes a place as a file. Not new if a file with the same text exists. Throws if it cannot be written. */
  writePlace(place: SavedPlace, how: { restoreHint: string | undefined; at: number }): WrittenPlace;
  findNewestPlace(): FoundFile | undefined;
  /** Reads the file of a place. Undefined if the target is not one in this directory. */
  readPlace(target: string): PlaceFile | undefined;
  /** Whether someone saved this file's place, as opposed to an automatic save. */
  isVoluntary(target: string): boolean;
  /** Notes that a place was saved or restored. Throws if it cannot be written. */
  recordUse(use: PlaceUse): void;
  /** Redacts what Holdfast wrote. Calls `onRename` for each renamed place file. Returns the number of changed files. */
  redact(redactor: Redactor, options: { dryRun: boolean; onRename: RenameListener }): number;
}

/** What another tool noted about a session. */
export interface SessionState extends Pick<SavedPlace, "questions" | "decisions" | "unfinished"> {
  path: string;
  task: string;
  phase: string | null;
  session: string | null;
}

export type Documents = Omit<SavedPlace["artifacts"], "sessionState">;

export interface WrittenPlace {
  path: string;
  bytes: number;
  isNew: boolean;
}

export interface PlaceFile {
  /** Undefined if the file is damaged. */
  place: SavedPlace | undefined;
  file: string;
  /** The text of a damaged file, for a person to read. */
  raw: string | null;
}

export interface PlaceUse {
  action: "save" | "restore";
  task: string;
  /** The agent's id of the session. */
  nativeId: string | undefined;
  transcriptPath: string | null;
  at: number;
}

export type RenameListener = (path: string, to: string) => void;
