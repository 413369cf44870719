import type { EventOf } from "../kernel/agent-event.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import { keepAutomaticPlace } from "./keep-automatic-place.ts";

/** Keeps the place of a session that is about to be compacted, beside the checkpoint that was made of it. Never in its way. */
export const keepPlaceAtCompaction: EventHandler<EventOf<"pre_compact">> = {
  name: "place",
  kinds: ["pre_compact"],
  async handle(ctx, scope) {
    const saved = scope.effects.find(
      (effect) => effect.type === "save_checkpoint" && effect.checkpoint.sessionId === scope.session.id,
    );
    if (saved?.type === "save_checkpoint") await keepAutomaticPlace(ctx, scope, saved.checkpoint.id);
    return { scope };
  },
};
