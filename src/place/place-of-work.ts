import * as z from "zod";
import { loadWithFallback } from "../checkpoints/load-with-fallback.ts";
import type { Context } from "../kernel/context.ts";
import type { LoadedWork } from "../recovery/work/read-work.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import { gatherPlace } from "./gather/gather-place.ts";
import { SavedPlace } from "./record/saved-place.ts";

const WithPlace = z.looseObject({ place: SavedPlace });

/** The saved place of some work. If it was never saved as a place, gathers what is known now. */
export async function placeOfWork(
  ctx: Pick<Context, "store" | "redactor" | "config">,
  directory: PlacesDirectory,
  work: LoadedWork,
): Promise<SavedPlace> {
  return (await readSavedPlace(ctx, work)) ?? gatherFromWork(ctx, directory, work);
}

async function readSavedPlace(
  { store, redactor }: Pick<Context, "store" | "redactor">,
  { checkpoint }: LoadedWork,
): Promise<SavedPlace | undefined> {
  if (!checkpoint) return undefined;
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
    session: { nativeId: session?.nativeId ?? "", capture },
    branch: (checkpoint ?? session)?.gitBranch ?? null,
    voluntary: checkpoint?.kind === "place",
  });
}
