import { newestDecided } from "../capture/newest-decided.ts";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { EventHandler, EventScope } from "../kernel/event-handler.ts";
import { listPendingRestores } from "./files/pending-restores.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import { isSaving } from "./files/save-lock.ts";
import { findPlacesDirectory } from "./find-places-directory.ts";
import { gatherPlace } from "./gather-place.ts";
import type { SavedPlace } from "./saved-place.ts";
import { restoreHint } from "./skill-hints.ts";
import { writePlaceFiles } from "./write-place-files.ts";

/**
 * Saves the place of a session that is about to be compacted, in addition to its checkpoint. A failure does not affect
 * the agent.
 */
export const savePlaceAtCompaction: EventHandler<EventOf<"pre_compact">> = {
  name: "savePlaceAtCompaction",
  kinds: ["pre_compact"],
  async handle(ctx, scope) {
    const saved = newestDecided(scope.effects, scope.session.id);
    if (saved) await saveAutomaticPlace(ctx, scope, saved.id);
    return { scope };
  },
};

/**
 * Writes the files of an automatic place (P44), unless someone has saved a place or is saving one now, which takes
 * precedence.
 */
export async function saveAutomaticPlace(
  ctx: Context,
  scope: EventScope,
  checkpointId: string,
): Promise<void> {
  const { event, session, capture } = scope;
  const { nativeId, transcriptPath, gitBranch: branch } = session;
  const directory = findPlacesDirectory(ctx, { ...session, cwd: event.cwd });
  try {
    if (isSaving(ctx.processes, directory) || (await isVoluntary(ctx, directory, nativeId))) return;
    const { config } = ctx;
    const words = {};
    const gathered = gatherPlace({ directory, config, words, nativeId, capture, branch, voluntary: false });
    const place = ctx.redactor.json(gathered as never) as SavedPlace;
    const caller = { isExpected: true, nativeId, transcriptPath };
    writePlaceFiles(
      {
        directory,
        place,
        checkpointId,
        session: caller,
        at: event.at,
        restoreHint: restoreHint(ctx, event),
      },
      (text) => ctx.log.info(text),
    );
  } catch (error) {
    // The checkpoint is saved anyway, and the agent continues.
    ctx.log.error("place not kept", error);
  }
}

/** Whether someone saved the pending place of this session, as opposed to an automatic save. */
async function isVoluntary(
  { store }: Context,
  directory: PlacesDirectory,
  nativeId: string,
): Promise<boolean> {
  const pending = listPendingRestores(directory).find(({ session }) => session === nativeId);
  if (!pending) return false;
  if (!pending.target.startsWith("chk_")) return directory.shared?.isVoluntary(pending.target) ?? false;
  return (await store.getCheckpoint(pending.target))?.kind === "place";
}
