import type { AgentName } from "../agent/agent-event.ts";

export type NotificationChannel = "desktop" | "speech" | "webhook";

/** Notifies a person that an agent has answered. Redacted. */
export interface Notification {
  channels: readonly NotificationChannel[];
  agent: AgentName;
  /** The client's display name. */
  title: string;
  project: string;
  session: string;
  at: number;
  /** The part of the answer that can be spoken; empty if the answer is all code. */
  summary: string;
}

/** Sends notifications outside the agent. Returns immediately and never throws, so that no caller waits for speech. */
export interface Notifier {
  announce(notification: Notification): void;
}
