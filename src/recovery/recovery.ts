import { inherit } from "../capture/inherit.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Effect, EventScope } from "../kernel/event-handler.ts";
import type { SessionSummary } from "../kernel/record.ts";

/** What a session receives of earlier work, and what becomes of the session. */
export interface Recovery {
  session: SessionSummary;
  capture: Capture;
  text?: string;
  /** What the person sees. */
  notice?: string;
  checkpointId: string | null;
  effects: Effect[];
}

/** A recovery that leaves the session as it is. */
export function noRecovery({ session, capture }: EventScope): Recovery {
  return { session, capture, checkpointId: null, effects: [] };
}

/** The session as a continuation of an earlier one, from which it inherits `capture`. */
export function continuationOf(
  { session, capture: own }: EventScope,
  earlier: SessionSummary,
  capture: Capture,
): Pick<Recovery, "session" | "capture"> {
  const parentReason = session.parentReason ?? "handoff";
  return { session: { ...session, parentId: earlier.id, parentReason }, capture: inherit(own, capture) };
}
