import type { Context } from "../kernel/context.ts";
import type { LoadedWork } from "../recovery/work/read-work.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import { gatherPlace } from "./gather/gather-place.ts";
import { readSavedPlace } from "./read-saved-place.ts";
import type { SavedPlace } from "./record/saved-place.ts";

/** The saved place of some work. If it was never saved as a place, gathers what is known now. */
export async function placeOfWork(
  ctx: Pick<Context, "store" | "redactor" | "config">,
  directory: PlacesDirectory,
  work: LoadedWork,
): Promise<SavedPlace> {
  const saved = work.checkpoint ? await readSavedPlace(ctx, work.checkpoint) : undefined;
  return saved ?? gatherFromWork(ctx, directory, work);
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
