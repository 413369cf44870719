import { dirname, isAbsolute, join } from "node:path";
import { findSession } from "../checkpoints/requested-session.ts";
import { readSmallFile } from "../files/read-small-file.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import { findWork, type Work } from "../recovery/work/find-work.ts";
import { isFileIn } from "./files/inside-folder.ts";
import type { PendingRestore } from "./files/pending-restores.ts";
import type { PlacesFolder } from "./files/places-folder.ts";
import { parsePlace } from "./record/parse-place.ts";
import type { SavedPlace } from "./record/saved-place.ts";

/** What a pending restore, or a place's file, leads to. */
export interface OpenedPlace {
  /** The work that Holdfast knows of it; undefined for a place of another tool. */
  work: Work | undefined;
  /** What the file says; undefined where the place is in the store only. */
  place: SavedPlace | undefined;
  file: string | null;
  /** The text of a file that is damaged, for a person to read. */
  raw: string | null;
}

/** Opens what a pending restore names. One that leads out of the folder of places is refused, and stays. */
export async function openPending(
  ctx: Context,
  folder: PlacesFolder,
  pending: PendingRestore,
): Promise<OpenedPlace> {
  const { target, session, path } = pending;
  const known = await findSession(ctx, session);
  const work: Work | undefined =
    known && known.promptCount > 0 ? { type: "session", session: known } : undefined;
  if (target.startsWith("chk_")) {
    const checkpoint = work ?? (await findWork(ctx, target).catch(undefinedIfGone));
    if (!checkpoint)
      throw misleading(`${path} names ${JSON.stringify(target.slice(0, 40))}, which no longer exists.`);
    return { work: checkpoint, place: undefined, file: null, raw: null };
  }
  return { ...openFile(folder, target, path), work };
}

/** Opens a place's file. `namedBy` is what named it, for the error. */
export function openFile(folder: PlacesFolder, target: string, namedBy: string): OpenedPlace {
  const checkpoints = join(folder.memory, "checkpoints");
  const file = isAbsolute(target) ? target : join(dirname(folder.artifacts ?? folder.memory), target);
  if (!isFileIn(checkpoints, file) || !isFileIn(folder.artifacts ?? folder.memory, file)) {
    const message = `${namedBy} names ${JSON.stringify(target.slice(0, 200))}, which is not a file in ${checkpoints}.`;
    throw misleading(message);
  }
  const text = readSmallFile(file) ?? "";
  const place = parsePlace(text);
  return { work: undefined, place, file, raw: place ? null : text };
}

function undefinedIfGone(error: unknown): undefined {
  if (!(error instanceof HoldfastError && error.code === "not_found")) throw error;
}

function misleading(message: string): HoldfastError {
  return new HoldfastError("conflict", message, {
    next: "Delete that file, or resume the newest place: `holdfast resume --choice skip`.",
  });
}
