import type { ToolFact } from "./tool-fact.ts";

/** One entry of a session's history along the live branch, independent of the client. */
export type TranscriptEntry = {
  uuid?: string;
  at: number;
} /** `queued`: typed while the agent worked, and `waiting` until the agent takes it. */ & (
  | { type: "prompt"; text: string; promptId?: string; fromClient?: boolean; queued?: "taken" | "waiting" }
  /** The user withdrew a prompt that had been queued since `since`. The agent never saw it. */
  | { type: "unqueued"; text: string; since: number }
  /** The user stopped the agent while it worked. */
  | { type: "interruption" }
  /** An error of the model ended the turn, which no hook reports. */
  | { type: "failure" }
  /** What the agent said. */
  | { type: "message"; text: string }
  | ToolFact
  | { type: "compaction"; trigger: "auto" | "manual" }
  /** The client's summary of what it compacted. */
  | { type: "summary"; text: string }
);

/** The number of tokens in the context at the last answer, and the model that gave the answer. */
export interface ContextUse {
  tokens: number;
  model?: string;
  /** The size of the context window, if the client reports it. */
  window?: number;
}

/** The period in which an abandoned branch was written, that is, one that the user has left. */
export interface AbandonedPeriod {
  /** When its first and its last line were written. */
  from: number;
  last: number;
  /** When the next line of the live branch was written; infinity if there is none yet. */
  until: number;
}

/** The branches of a conversation that can be continued from any earlier point. */
export interface Branches {
  left: readonly AbandonedPeriod[];
  /**
   * The client's id of the newest prompt on the live branch. Shows whether the current turn is in the transcript yet.
   */
  promptId?: string;
}

export interface Transcript {
  entries: TranscriptEntry[];
  contextUse?: ContextUse;
  /** Undefined if the client's conversations have no branches. */
  branches?: Branches;
  /** The name that the user gave the session; undefined if the part that was read has none. */
  title?: string;
  /** The size of the file in bytes when it was read. */
  size: number;
  /** True when only the tail was read or damaged lines were left out. */
  partial: boolean;
}

/** The part of a transcript that the capture does not contain yet, redacted. */
export interface TranscriptTail {
  entries: TranscriptEntry[];
  path: string;
  /** When it was read. Nothing in it is newer, whatever its timestamps say. */
  readAt: number;
  bytes: number;
  tokens: number | null;
  /** Null if there was no answer since the last compaction. */
  use: ContextUse | null;
  title?: string;
  /** All branches that have been left so far. */
  branches?: Branches;
  /** The person has switched branches. `entries` then contains the whole live branch, as far as it was read. */
  hasMoved: boolean;
  /** The transcript was read without gaps. */
  isWhole: boolean;
}

/** The transcripts that were read for one event, by path, so that each is read only once. */
export type ReadTranscripts = Map<string, Promise<TranscriptTail | undefined>>;
