import type { AgentEvent } from "./agent-event.ts";
import type { Capture } from "./capture.ts";
import type { Notification } from "./ports/notifier.ts";
import type { Checkpoint, Delivery, Session, SessionSummary } from "./record.ts";
import type { NodeMap } from "./storage/node-storage.ts";
import type { ReadTranscripts } from "./transcript-tail.ts";

/** An event and what it concerns, as it goes from handler to handler. A handler returns a changed copy. */
export interface EventScope<Event extends AgentEvent = AgentEvent> {
  event: Event;
  /** Whether the reply reaches the agent. False for an event that was left in the spool. */
  awaited: boolean;
  /** The event was found in a transcript, not sent by a hook: the caller that delivers the reply records the delivery. */
  isSynthetic: boolean;
  /** The event's own session and capture, as they are stored when all handlers are done. */
  session: SessionSummary;
  capture: Capture;
  transcripts: ReadTranscripts;
  /** What earlier handlers of this event decided. Not in the store yet: who reads there has to look here too. */
  effects: readonly Effect[];
}

/** What follows from an event besides its own session: written in the event's commit, `notify` after it. */
export type Effect =
  | { type: "save_checkpoint"; checkpoint: Checkpoint; nodes: NodeMap }
  /** Another session than the event's own. */
  | { type: "save_session"; session: Session }
  | { type: "record_delivery"; delivery: Delivery }
  /** A checkpoint of a branch that was left, or null for one that is live again. */
  | { type: "abandon_checkpoint"; id: string; abandonedAt: number | null }
  | { type: "notify"; notification: Notification };
