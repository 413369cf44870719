import type { AgentEvent, Reply } from "./agent/agent-event.ts";
import type { ReadTranscripts } from "./agent/transcript.ts";
import type { Capture } from "./capture.ts";
import type { Config } from "./config/config.ts";
import type { Context } from "./context.ts";
import type { Notification } from "./ports/notifier.ts";
import type { Checkpoint, Delivery, Session, SessionSummary } from "./record.ts";
import type { NodeMap } from "./storage/node-storage.ts";

/** An event before the store is locked. `session` is what is stored so far, if anything. */
export interface IncomingEvent<Event extends AgentEvent = AgentEvent> {
  event: Event;
  session: Session | undefined;
  transcripts: ReadTranscripts;
}

export interface Handled {
  scope: EventScope;
  reply?: Reply;
  /** The event is answered: handlers after this one do not see it. So is one that is answered with a block. */
  stop?: boolean;
  effects?: EventScope["effects"];
  /** Why the handler could not do its part. Nothing blocks the agent then. */
  failure?: unknown;
}

/**
 * What one capability does with events. Inside `handle`, `ctx.store` is bound to the transaction of the event: handlers
 * read from it and return what is to be written.
 */
export interface EventHandler<Event extends AgentEvent = AgentEvent, Prepared = unknown> {
  name: string;
  /** The kinds of event that it handles. It never sees another. */
  kinds: readonly Event["kind"][] | "all";
  handle(ctx: Context, scope: EventScope<Event>, prepared?: Prepared): Handled | Promise<Handled>;
  /** Most characters of context that it may add to a reply (default: none). */
  contextChars?(config: Config): number;
  /** Does what takes long, before the store is locked; `handle` gets the result. */
  prepare?(ctx: Context, incoming: IncomingEvent<Event>): Promise<Prepared>;
  /** The reply that was stored for this event never arrived: what it said is due again. */
  requeue?(ctx: Context, event: Event): Promise<void>;
}

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
  /** What earlier handlers of this event decided. Not in the store yet: a handler that reads the store has to look here too. */
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
