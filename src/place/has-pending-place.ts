import type { Context } from "../kernel/context.ts";
import { listPendingRestores } from "./files/pending-restores.ts";
import { findPlacesHere } from "./find-places-directory.ts";

/** Whether a place waits here to be resumed: `resume` without an id then shows it. */
export async function hasPendingPlace(ctx: Context): Promise<boolean> {
  const { directory } = await findPlacesHere(ctx);
  return listPendingRestores(directory).length > 0;
}
