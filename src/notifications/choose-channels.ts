import type { AgentEvent } from "../kernel/agent/agent-event.ts";
import type { Config } from "../kernel/config/config.ts";
import type { NotificationChannel } from "../kernel/ports/notifier.ts";

type Stop = Extract<AgentEvent, { kind: "agent_stop" }>;

/** An answer that was processed later than this is not announced. */
const FRESH_MS = 60_000;

/** The channels that the user has enabled. */
export function enabledChannels({
  desktop,
  speech,
  webhook,
}: Config["notifications"]): NotificationChannel[] {
  return [
    ...(desktop ? (["desktop"] as const) : []),
    ...(speech ? (["speech"] as const) : []),
    ...(webhook === undefined ? [] : (["webhook"] as const)),
  ];
}

/**
 * The enabled channels that announce a stop. `answerHash` identifies its answer: the same answer is not announced
 * again (T26, T34). A desktop notification stays until the person is back, so a second one adds nothing in the same turn.
 */
export function chooseChannels(
  wanted: readonly NotificationChannel[],
  last: { answer: string | null; isShown: boolean },
  { event, answerHash, now }: { event: Stop; answerHash: string; now: number },
): NotificationChannel[] {
  if (answerHash === last.answer || now - event.at > FRESH_MS) return [];
  return wanted.filter((channel) => channel !== "desktop" || !last.isShown);
}
