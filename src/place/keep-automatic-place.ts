import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { EventHandler, EventScope } from "../kernel/event-handler.ts";
import { listPendingRestores } from "./files/pending-restores.ts";
import { findPlacesFolder, type PlacesFolder } from "./files/places-folder.ts";
import { isSaving } from "./files/save-lock.ts";
import { gatherPlace } from "./gather/gather-place.ts";
import { keepPlaceFiles } from "./keep-place-files.ts";
import type { SavedPlace } from "./record/saved-place.ts";

/** Keeps the place of a session that is about to be compacted, beside the checkpoint that was made of it. Never in its way. */
export const keepPlaceAtCompaction: EventHandler<EventOf<"pre_compact">> = {
  name: "keepPlaceAtCompaction",
  kinds: ["pre_compact"],
  async handle(ctx, scope) {
    const saved = scope.effects.find(
      (effect) => effect.type === "save_checkpoint" && effect.checkpoint.sessionId === scope.session.id,
    );
    if (saved?.type === "save_checkpoint") await keepAutomaticPlace(ctx, scope, saved.checkpoint.id);
    return { scope };
  },
};

/** Writes the files of a place that was saved automatically (P44). One that someone saved, or saves at this moment, comes first. */
export async function keepAutomaticPlace(
  ctx: Context,
  scope: EventScope,
  checkpointId: string,
): Promise<void> {
  const { event, session, capture } = scope;
  const { nativeId, transcriptPath, gitBranch: branch } = session;
  const folder = findPlacesFolder(ctx, { ...session, cwd: event.cwd });
  try {
    if (isSaving(ctx.processes, folder) || (await isVoluntary(ctx, folder, nativeId))) return;
    const { config } = ctx;
    const gathered = gatherPlace({
      folder,
      config,
      words: {},
      session: { nativeId, capture },
      branch,
      voluntary: false,
    });
    const place = ctx.redactor.json(gathered as never) as SavedPlace;
    const caller = { isExpected: true, nativeId, transcriptPath };
    keepPlaceFiles({ folder, place, checkpointId, session: caller, at: event.at }, (text) =>
      ctx.log.info(text),
    );
  } catch (error) {
    // The checkpoint is kept anyway, and the agent continues.
    ctx.log.error("place not kept", error);
  }
}

/** Whether the place that waits for this session was saved by someone. */
async function isVoluntary({ store }: Context, folder: PlacesFolder, nativeId: string): Promise<boolean> {
  const pending = listPendingRestores(folder).find(({ session }) => session === nativeId);
  if (!pending) return false;
  if (!pending.target.startsWith("chk_")) return !pending.target.endsWith("-precompact.md");
  return (await store.getCheckpoint(pending.target))?.kind === "place";
}
