import type { AgentEvent } from "../kernel/agent-event.ts";
import type { AnnouncementWay } from "../kernel/announcer.ts";
import type { Config } from "../kernel/config.ts";
import type { Session } from "../kernel/record.ts";

type Stop = Extract<AgentEvent, { kind: "agent_stop" }>;

/** An answer that was taken in so late is no news. */
const NEWS_MS = 60_000;

/** The ways that the user has switched on. */
export function wantedWays({ desktop, speech, webhook }: Config["feedback"]): AnnouncementWay[] {
  return [
    ...(desktop ? (["desktop"] as const) : []),
    ...(speech ? (["speech"] as const) : []),
    ...(webhook === undefined ? [] : (["webhook"] as const)),
  ];
}

/**
 * By which of the wanted ways a stop is told. `received` stands for its answer: one that was heard already is told nobody
 * again (T26, T34). A notification stays until the person is back, so a second one would tell nothing.
 */
export function waysToTell(
  wanted: readonly AnnouncementWay[],
  session: Session,
  { event, received, now }: { event: Stop; received: string; now: number },
): AnnouncementWay[] {
  if (received === session.lastFeedbackReceived || now - event.at > NEWS_MS) return [];
  return wanted.filter((way) => way !== "desktop" || !session.notified);
}
