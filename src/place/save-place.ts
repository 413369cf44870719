import { callerSession } from "../checkpoints/caller-session.ts";
import type { CheckpointView } from "../checkpoints/checkpoint-view.ts";
import { type SaveInput, saveCheckpoint } from "../checkpoints/save-checkpoint.ts";
import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import { locateDirectory } from "../sessions/locate-directory.ts";
import { findPlacesFolder, type PlacesFolder } from "./files/places-folder.ts";
import { whileSaving } from "./files/save-lock.ts";
import { gatherPlace, type PlaceWords } from "./gather/gather-place.ts";
import { readSessionState } from "./gather/read-session-state.ts";
import { keepPlaceFiles, type PlaceFiles } from "./keep-place-files.ts";
import type { SavedPlace } from "./record/saved-place.ts";

export interface PlaceSaved {
  checkpoint: CheckpointView;
  place: SavedPlace;
  files: PlaceFiles;
  warnings: string[];
}

/** Saves a checkpoint, and beside it where the work stands: as a record, and in the files by which the next session finds it. */
export async function savePlace(ctx: Context, input: SaveInput, words: PlaceWords): Promise<PlaceSaved> {
  const at = ctx.clock();
  const located = await locateDirectory(ctx, ctx.caller.cwd, at);
  const folder = findPlacesFolder(ctx, { ...located, cwd: ctx.caller.cwd });
  const warnings: string[] = [];
  const warn = (text: string) => warnings.push(text);
  return await whileSaving(ctx.processes, { folder, warn }, async () => {
    const session = await callerSession(ctx, located.worktree);
    const { config } = ctx;
    const branch = located.gitBranch;
    const caller = ctx.caller.nativeSession;
    const gathered = gatherPlace({ folder, config, words, session, caller, branch, voluntary: true });
    const place = ctx.redactor.json(gathered as never) as SavedPlace;
    const checkpoint = await saveCheckpoint(ctx, input, { place });
    const files = keepPlaceFiles(
      { folder, place, checkpointId: checkpoint.id, session: sessionOf(ctx, folder, session), at },
      warn,
    );
    return { checkpoint, place, files, warnings };
  });
}

/**
 * The session by its agent's id, which may be known although nothing was captured of it. Outside of an agent it is the one that
 * another tool noted last in a shared folder (P22).
 */
function sessionOf({ caller }: Pick<Context, "caller">, folder: PlacesFolder, session: Session | undefined) {
  return {
    isExpected: caller.agent !== undefined || session !== undefined,
    nativeId:
      session?.nativeId ?? caller.nativeSession ?? readSessionState(folder, undefined)?.session ?? undefined,
    transcriptPath: session?.transcriptPath ?? null,
  };
}
