import type { ProjectIdentity } from "../ports/workspace.ts";

/** A clone of a project on one of the machines that share the database. */
export interface Clone extends ProjectIdentity {
  /** The id of the machine, and its name. */
  host: string;
  machine: string;
  projectId: string;
  seenAt: number;
}

/** What a machine put here of a session: the conversation and the files that are only on that machine. */
export interface PartInfo {
  sessionId: string;
  host: string;
  machine: string;
  /** Says what the session was like. */
  version: string;
  /** 1 if the files of the session are in it, 0 if not. */
  files: number;
}

/** How many bytes a piece of a part may have. */
export const MAX_PIECE = 2 ** 20;

/** What machines that share a database know of each other. Empty in a database of one machine. */
export interface SharingStorage {
  putClone(clone: Clone): Promise<void>;
  listClones(): Promise<Clone[]>;
  /** Replaces the part of a machine in one transaction, so that there is the old one or the new one. */
  putPart(part: PartInfo, pieces: AsyncIterable<Uint8Array>): Promise<void>;
  /** The parts of these sessions, without their bytes. */
  listParts(sessionIds: readonly string[]): Promise<PartInfo[]>;
  /** A piece of a part, counted from 0. Undefined after the last one, if the part was replaced, or if it is too long. */
  getPiece(part: PartInfo, number: number): Promise<Uint8Array | undefined>;
  /** Deletes parts of a machine, and returns how many there were. */
  deleteParts(host: string, sessionIds: readonly string[]): Promise<number>;
}
