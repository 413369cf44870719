import type { Effect } from "../kernel/event-handler.ts";
import type { Checkpoint } from "../kernel/record.ts";

/** The newest checkpoint of a session that an event is about to save. It may save those of other sessions, too. */
export function newestDecided(effects: readonly Effect[], sessionId: string): Checkpoint | undefined {
  return effects
    .flatMap((effect) => (effect.type === "save_checkpoint" ? [effect.checkpoint] : []))
    .findLast((checkpoint) => checkpoint.sessionId === sessionId);
}
