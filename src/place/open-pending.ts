import { dirname, isAbsolute, join } from "node:path";
import { findSession } from "../checkpoints/requested-session.ts";
import { readSmallFile } from "../files/read-small-file.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";
import { findWork, type Work } from "../recovery/work/find-work.ts";
import { isFileIn } from "./files/inside-directory.ts";
import type { PendingRestore } from "./files/pending-restores.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import { parsePlace } from "./record/parse-place.ts";
import type { SavedPlace } from "./record/saved-place.ts";

/** The target of a pending restore, or a place file. */
export interface OpenedPlace {
  /** The work in the store; undefined for a place of another tool. */
  work: Work | undefined;
  /** The content of the file; undefined if the place is only in the store. */
  place: SavedPlace | undefined;
  /** The checkpoint with which the pending place was saved, if it is only in the store. */
  saved?: StoredCheckpoint | undefined;
  file: string | null;
  /** The text of a damaged file, for a person to read. */
  raw: string | null;
}

/** Opens the target of a pending restore. Throws `conflict` if it is outside the directory of places. */
export async function openPending(
  ctx: Context,
  directory: PlacesDirectory,
  pending: PendingRestore,
): Promise<OpenedPlace> {
  const { target, session, path } = pending;
  const known = await findSession(ctx, session);
  const work: Work | undefined =
    known && known.promptCount > 0 ? { type: "session", session: known } : undefined;
  if (!target.startsWith("chk_")) return { ...openFile(directory, target, path), work };
  const saved = await findWork(ctx, target).catch(work ? undefinedIfRefused : undefinedIfGone);
  if (!work && !saved)
    throw misleading(`${path} names ${JSON.stringify(target.slice(0, 40))}, which no longer exists.`);
  const checkpoint = saved?.type === "checkpoint" ? saved.checkpoint : undefined;
  return { work: work ?? saved, place: undefined, saved: checkpoint, file: null, raw: null };
}

/** Opens a place file. `namedBy` is the file that refers to it, for the error. */
export function openFile(directory: PlacesDirectory, target: string, namedBy: string): OpenedPlace {
  const checkpoints = join(directory.memory, "checkpoints");
  const file = isAbsolute(target) ? target : join(dirname(directory.artifacts ?? directory.memory), target);
  if (!isFileIn(checkpoints, file) || !isFileIn(directory.artifacts ?? directory.memory, file)) {
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

/** Also undefined for one that was deleted, when there is the session to fall back to. */
function undefinedIfRefused(error: unknown): undefined {
  if (!(error instanceof HoldfastError)) throw error;
}

function misleading(message: string): HoldfastError {
  return new HoldfastError("conflict", message, {
    next: "Delete that file, or resume the newest place: `holdfast resume --choice skip`.",
  });
}
