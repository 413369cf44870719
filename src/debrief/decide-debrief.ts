import type { AgentEvent } from "../kernel/agent/agent-event.ts";
import type { Config } from "../kernel/config/config.ts";
import type { SessionSummary } from "../kernel/record.ts";
import type { Debriefs } from "./debrief-state.ts";

type Stop = Pick<Extract<AgentEvent, { kind: "agent_stop" }>, "at" | "stopHookActive" | "backgroundTasks">;

/** Why a stop gets no debrief. `holdfast debrief` shows the reason. */
export type PassReason =
  | "switched off"
  | "already asked this turn"
  | "answers a debrief"
  | "background work is under way"
  | "no turn has begun"
  | "the turn was short"
  | "earlier debriefs were ignored";

/**
 * Decides whether this stop may be answered with a debrief. Uses only stored data, so that every process decides the
 * same, even after a restart (T28). `endsWithOurText`: the last user text of the turn is a debrief (T25, T35).
 */
export function mayDebrief(
  event: Stop,
  { session, debriefs }: { session: Pick<SessionSummary, "lastPromptAt">; debriefs: Debriefs },
  { settings, endsWithOurText }: { settings: Config["debrief"]; endsWithOurText: boolean },
): { debrief: true } | { debrief: false; reason: PassReason } {
  const begun = turnStart(session.lastPromptAt, debriefs.lastAt);
  const reason = [
    [!settings.enabled || debriefs.off, "switched off"],
    [event.stopHookActive || endsWithOurText, "answers a debrief"],
    [debriefs.inTurn > 0, "already asked this turn"],
    [debriefs.ignored >= settings.giveUpAfter, "earlier debriefs were ignored"],
    [event.backgroundTasks > 0, "background work is under way"],
    [begun === null, "no turn has begun"],
    [event.at - (begun ?? event.at) < settings.thresholdMs, "the turn was short"],
  ] as const satisfies readonly (readonly [boolean, PassReason])[];
  const pass = reason.find(([holds]) => holds);
  return pass ? { debrief: false, reason: pass[1] } : { debrief: true };
}

/** The later of the person's last message and the last debrief (T16); null before the first message (T19). */
function turnStart(lastPromptAt: number | null, lastDebriefAt: number | null): number | null {
  if (lastPromptAt === null) return lastDebriefAt;
  return Math.max(lastPromptAt, lastDebriefAt ?? lastPromptAt);
}
