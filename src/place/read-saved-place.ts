import * as z from "zod";
import { loadWithFallback } from "../checkpoints/load-with-fallback.ts";
import type { Context } from "../kernel/context.ts";
import type { Checkpoint } from "../kernel/record.ts";
import { SavedPlace } from "./record/saved-place.ts";

const WithPlace = z.looseObject({ place: SavedPlace });

/** The place in the state of a checkpoint; undefined if it was not saved as a place. */
export async function readSavedPlace(
  { store, redactor }: Pick<Context, "store" | "redactor">,
  checkpoint: Checkpoint,
): Promise<SavedPlace | undefined> {
  const { state } = await loadWithFallback(store, checkpoint);
  return WithPlace.safeParse(redactor.json(state)).data?.place;
}
