import { inherit } from "../capture/inherit.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Effect, EventScope } from "../kernel/event-handler.ts";
import type { SessionSummary } from "../kernel/record.ts";

/** What a session receives from earlier work, and how the session changes. */
export interface Recovery {
  session: SessionSummary;
  capture: Capture;
  text?: string;
  /** Shown to the person. */
  notice?: string;
  checkpointId: string | null;
  effects: Effect[];
}

/** A recovery that does not change the session. */
export function noRecovery({ session, capture }: EventScope): Recovery {
  return { session, capture, checkpointId: null, effects: [] };
}

/** Makes the session a continuation of an earlier one, from which it inherits `capture`. */
export function continuationOf(
  { session, capture: own }: EventScope,
  earlier: SessionSummary,
  capture: Capture,
): Pick<Recovery, "session" | "capture"> {
  const parentReason = session.parentReason ?? "handoff";
  return { session: { ...session, parentId: earlier.id, parentReason }, capture: inherit(own, capture) };
}
