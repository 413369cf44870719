import { findSession } from "../checkpoints/named-session.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { StoredCheckpoint } from "../kernel/storage/checkpoint-storage.ts";
import { findWork, type Work } from "../recovery/work/find-work.ts";
import type { PendingRestore } from "./files/pending-restores.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import type { PlaceFile } from "./files/shared-directory.ts";

/** The target of a pending restore, or a place file. */
export interface OpenedPlace extends Omit<PlaceFile, "file"> {
  /** The work in the store; undefined for a place of another tool. */
  work: Work | undefined;
  /** The checkpoint with which the pending place was saved, if it is only in the store. */
  saved?: StoredCheckpoint | undefined;
  /** Null if the place is only in the store. */
  file: string | null;
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
export function openFile({ shared, memory }: PlacesDirectory, target: string, namedBy: string): OpenedPlace {
  const read = shared?.readPlace(target);
  if (read) return { work: undefined, ...read };
  const named = JSON.stringify(target.slice(0, 200));
  throw misleading(`${namedBy} names ${named}, which is not the file of a place in ${memory}.`);
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
