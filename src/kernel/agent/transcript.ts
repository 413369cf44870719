import type { ToolFact } from "./tool-fact.ts";

/** One entry of a session's history, in order along the live branch, in Holdfast's own terms. */
export type TranscriptEntry = {
  uuid?: string;
  at: number;
} /** `queued`: typed while the agent worked. It is `waiting` until the agent has taken it. */ & (
  | { type: "prompt"; text: string; promptId?: string; fromClient?: boolean; queued?: "taken" | "waiting" }
  /** The user took a prompt back that was queued `since` then: the agent never saw it. */
  | { type: "unqueued"; text: string; since: number }
  /** The user stopped the agent while it worked. */
  | { type: "interruption" }
  /** What the agent said. */
  | { type: "message"; text: string }
  | ToolFact
  | { type: "compaction"; trigger: "auto" | "manual" }
  /** The client's own summary of what it compacted. */
  | { type: "summary"; text: string }
);

/** Tokens in use at the last answer, and the model that gave it. */
export interface ContextUse {
  tokens: number;
  model?: string;
  /** How many fit, where the client says it. */
  window?: number;
}

/** A time in which a branch was written that the user has left since. */
export interface LeftPeriod {
  /** When its first and its last line were written. */
  from: number;
  last: number;
  /** When the next line of the live branch was written; infinite while there is none. */
  until: number;
}

/** Of a conversation that can be continued from any earlier point. */
export interface Branches {
  left: readonly LeftPeriod[];
  /** The client's id of the newest prompt on the live branch: whether the current turn is in the transcript yet. */
  promptId?: string;
}

export interface Transcript {
  entries: TranscriptEntry[];
  contextUse?: ContextUse;
  /** Undefined where conversations have no branches. */
  branches?: Branches;
  /** Bytes of the file when it was read. */
  size: number;
  /** True when only the tail was read or damaged lines were left out. */
  partial: boolean;
}

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
