import type { AgentName } from "../agent/agent-event.ts";

export type NotificationChannel = "desktop" | "speech" | "webhook";

/** That an agent has answered, for a person who is looking elsewhere. Redacted. */
export interface Notification {
  ways: readonly NotificationChannel[];
  agent: AgentName;
  /** The client's name as people know it. */
  title: string;
  project: string;
  session: string;
  at: number;
  /** What of the answer can be spoken; empty when it was all code. */
  summary: string;
}

/** Tells people outside the agent. Returns at once and never throws: no caller waits until a text was spoken. */
export interface Notifier {
  announce(notification: Notification): void;
}
