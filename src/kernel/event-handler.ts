import type { AgentEvent, Reply } from "./agent/agent-event.ts";
import type { ReadTranscripts } from "./agent/transcript.ts";
import type { Capture } from "./capture.ts";
import type { Config } from "./config/config.ts";
import type { Context } from "./context.ts";
import type { Notification } from "./ports/notifier.ts";
import type { Checkpoint, Delivery, Session, SessionSummary } from "./record.ts";
import type { SnapshotRequest } from "./snapshot.ts";
import type { NodeMap } from "./storage/node-storage.ts";

/** An event before its transaction begins. `session` is the stored session, if there is one. */
export interface IncomingEvent<Event extends AgentEvent = AgentEvent> {
  event: Event;
  session: Session | undefined;
  transcripts: ReadTranscripts;
}

export interface HandlerResult {
  scope: EventScope;
  reply?: Reply;
  /** Skips the remaining handlers. A reply with `block` has the same effect. */
  stop?: boolean;
  effects?: EventScope["effects"];
  /** Why the handler failed. The agent is not blocked in this case. */
  failure?: unknown;
}

/**
 * What all handlers together may add at one event. The smallest limit of a client is 10,000 characters, including what it
 * adds itself.
 */
export const EVENT_CONTEXT_CHARS = 9_500;

/**
 * Handles events for one capability. In `handle`, `ctx.store` is bound to the event's transaction: handlers only read
 * from it, and return their writes as effects.
 */
export interface EventHandler<Event extends AgentEvent = AgentEvent, Prepared = unknown> {
  name: string;
  /** The kinds of event that it handles. It is not called for others. */
  kinds: readonly Event["kind"][] | "all";
  handle(ctx: Context, scope: EventScope<Event>, prepared?: Prepared): HandlerResult | Promise<HandlerResult>;
  /** Maximum number of context characters that it may add to a reply (default: none). */
  contextChars?(config: Config): number;
  /** Does slow work before the transaction begins. `handle` gets the result. */
  prepare?(ctx: Context, incoming: IncomingEvent<Event>): Promise<Prepared>;
  /**
   * What happens to its part of a reply that no hook printed. By default the reply to a later event carries it
   * (`events/redeliver-replies.ts`). `replace`: until this handler adds a newer context. `drop`: it is given up, since it
   * matters only at its own event or is decided again.
   */
  ifLost?: "replace" | "drop";
}

/** An event and its session, as they are passed from handler to handler. A handler returns a changed copy. */
export interface EventScope<Event extends AgentEvent = AgentEvent> {
  event: Event;
  /** Whether the agent waits for the reply. False for an event that was left in the spool. */
  awaited: boolean;
  /** The event comes from a transcript, not from a hook. Whoever delivers the reply then records the delivery. */
  isSynthetic: boolean;
  /** The session of the event and its capture. They are stored after the last handler. */
  session: SessionSummary;
  capture: Capture;
  transcripts: ReadTranscripts;
  /**
   * The effects of earlier handlers. They are not in the store yet, so a handler that reads the store must check here
   * too.
   */
  effects: readonly Effect[];
}

/** A delivery by a reply. What it says, and whether it arrived, is added when the event is stored. */
export type NewDelivery = Omit<Delivery, "eventId" | "arrivedAt" | "handler" | "reply">;

/** A consequence of an event. Written in the event's transaction, except the last two, which follow it. */
export type Effect =
  | { type: "save_checkpoint"; checkpoint: Checkpoint; nodes: NodeMap }
  /** A session other than the event's own. */
  | { type: "save_session"; session: Session }
  | { type: "record_delivery"; delivery: NewDelivery }
  /** Gives up pending replies that no longer apply. */
  | { type: "give_up_replies"; ids: readonly number[] }
  /** Marks a checkpoint of a branch that the user left. `abandonedAt` is null if the branch is live again. */
  | { type: "abandon_checkpoint"; id: string; abandonedAt: number | null }
  | { type: "notify"; notification: Notification }
  /** Has the files captured after the event. */
  | { type: "request_snapshot"; request: SnapshotRequest };
