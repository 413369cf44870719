import * as z from "zod";
import { abandonedIds } from "../capture/branches/abandoned-records.ts";
import { loadWithFallback } from "../checkpoints/load-with-fallback.ts";
import type { Context } from "../kernel/context.ts";
import type { Checkpoint } from "../kernel/record.ts";
import type { LoadedWork } from "../recovery/work/read-work.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import { gatherPlace } from "./gather-place.ts";
import { SavedPlace } from "./saved-place.ts";

const WithPlace = z.looseObject({ place: SavedPlace });

type ReadDeps = Pick<Context, "store" | "redactor" | "config">;

/**
 * The place of some work: the one that was saved with a checkpoint (`saved`, otherwise the newest one of the work), or
 * what is known now. The session may have gone on since, with newer checkpoints that have no place.
 */
export async function placeOfWork(
  ctx: ReadDeps,
  directory: PlacesDirectory,
  { work, saved }: { work: LoadedWork; saved?: Checkpoint | undefined },
): Promise<SavedPlace> {
  for (const checkpoint of [saved, work.checkpoint]) {
    const isLive = checkpoint && !(await isOnLeftBranch(ctx, work, checkpoint));
    const place = isLive ? await readSavedPlace(ctx, checkpoint) : undefined;
    if (place) return place;
  }
  return gatherFromWork(ctx, directory, work);
}

/** Whether the person has since gone back to before this checkpoint of the work's session. */
async function isOnLeftBranch(
  { store }: ReadDeps,
  { session, type }: LoadedWork,
  { id, sessionId }: Checkpoint,
): Promise<boolean> {
  if (type !== "session" || session?.id !== sessionId) return false;
  return (await abandonedIds(store, session)).has(id);
}

/** The place that was saved with a checkpoint, if one was. */
export async function readSavedPlace(
  { store, redactor }: ReadDeps,
  checkpoint: Checkpoint,
): Promise<SavedPlace | undefined> {
  const { state } = await loadWithFallback(store, checkpoint);
  return WithPlace.safeParse(redactor.json(state)).data?.place;
}

function gatherFromWork(
  { config }: Pick<Context, "config">,
  directory: PlacesDirectory,
  { checkpoint, capture, session }: LoadedWork,
): SavedPlace {
  return gatherPlace({
    directory,
    config,
    words: checkpoint?.name ? { name: checkpoint.name } : {},
    nativeId: session?.nativeId,
    capture,
    branch: (checkpoint ?? session)?.gitBranch ?? null,
    voluntary: checkpoint?.kind === "place",
  });
}
