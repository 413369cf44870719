import type { Branches, ContextUse, TranscriptEntry } from "./transcript.ts";

/** What a transcript holds beyond a capture, without secrets. */
export interface TranscriptTail {
  entries: TranscriptEntry[];
  path: string;
  /** When it was read. Nothing in it was written later, whatever it says. */
  readAt: number;
  bytes: number;
  tokens: number | null;
  /** Null where nothing was answered since the last compaction. */
  use: ContextUse | null;
  /** All that were left by now. */
  branches?: Branches;
  /** The person has gone back or returned: then all of the live branch is among the entries, as far as it was read. */
  hasMoved: boolean;
  /** Nothing is missing in what was read. */
  isWhole: boolean;
}

/** The transcripts that were read for one event, by path: each is read once, however often it is asked for. */
export type ReadTranscripts = Map<string, Promise<TranscriptTail | undefined>>;
