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

export interface Transcript {
  entries: TranscriptEntry[];
  contextUse?: ContextUse;
  /** Bytes of the file when it was read. */
  size: number;
  /** True when only the tail was read or damaged lines were left out. */
  partial: boolean;
}
