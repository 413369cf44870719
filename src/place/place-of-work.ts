import * as z from "zod";
import { loadWithFallback } from "../checkpoints/load-with-fallback.ts";
import type { Context } from "../kernel/context.ts";
import type { LoadedWork } from "../recovery/work/read-work.ts";
import type { PlacesFolder } from "./files/places-folder.ts";
import { gatherPlace } from "./gather/gather-place.ts";
import { SavedPlace } from "./record/saved-place.ts";

const WithPlace = z.looseObject({ place: SavedPlace });

/** The place that was saved of a work; for one that was never saved as a place, what is known of it now. */
export async function placeOfWork(
  ctx: Pick<Context, "store" | "redactor" | "config">,
  folder: PlacesFolder,
  work: LoadedWork,
): Promise<SavedPlace> {
  return (await savedPlace(ctx, work)) ?? gatheredPlace(ctx, folder, work);
}

async function savedPlace(
  { store, redactor }: Pick<Context, "store" | "redactor">,
  { checkpoint }: LoadedWork,
): Promise<SavedPlace | undefined> {
  if (!checkpoint) return undefined;
  const { state } = await loadWithFallback(store, checkpoint);
  return WithPlace.safeParse(redactor.json(state)).data?.place;
}

function gatheredPlace(
  { config }: Pick<Context, "config">,
  folder: PlacesFolder,
  { checkpoint, capture, session }: LoadedWork,
): SavedPlace {
  return gatherPlace({
    folder,
    config,
    words: checkpoint?.name ? { name: checkpoint.name } : {},
    session: { nativeId: session?.nativeId ?? "", capture },
    branch: (checkpoint ?? session)?.gitBranch ?? null,
    voluntary: checkpoint?.kind === "place",
  });
}
