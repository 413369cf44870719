import type { Context } from "../../kernel/context.ts";
import type { Session } from "../../kernel/record.ts";
import type { LoadedWork } from "../../recovery/work/read-work.ts";
import { canDiscard, createDiscard } from "../files/discard.ts";
import type { PlacesDirectory } from "../files/places-directory.ts";
import { withSaveLock } from "../files/save-lock.ts";
import { wasRestored } from "../files/trash.ts";
import type { FoundPlace } from "../find-place.ts";
import type { SavedPlace } from "../saved-place.ts";
import { continueRestored } from "./continue-restored.ts";

interface ResumeInput {
  directory: PlacesDirectory;
  found: FoundPlace;
  place: SavedPlace;
  work: LoadedWork | undefined;
  caller: Session | undefined;
  /** The key of the calling session. */
  own: string | undefined;
  warn: (text: string) => void;
}

/** Marks a place as resumed by the caller, once it was printed. That its file cannot be moved is said at once. */
export async function restorePlace(ctx: Context, restoring: ResumeInput): Promise<void> {
  const { found, work, caller } = restoring;
  const at = ctx.clock();
  const finish = async () => {
    await markRestored(ctx, restoring, at);
    await continueRestored(ctx, caller, work);
  };
  if (!ctx.whenPrinted) return await finish();
  if (found.pending) canDiscard(found.pending.path, { ...restoring, at });
  ctx.whenPrinted(finish);
}

/** Only the caller that moves the pending file restores the place, so that of two callers only one writes the row. */
async function markRestored(
  { processes }: Pick<Context, "processes">,
  { directory, found, place, own, warn }: ResumeInput,
  at: number,
): Promise<void> {
  await withSaveLock(processes, { directory, warn }, async () => {
    const isMine = found.pending
      ? createDiscard({ directory, at, warn })(found.pending.path)
      : own === undefined || !wasRestored(directory, { session: own, target: found.file ?? "", at });
    if (!isMine) return;
    try {
      const use = { action: "restore", nativeId: own, transcriptPath: null, at } as const;
      directory.shared?.recordUse({ ...use, task: place.task });
    } catch (error) {
      warn(`The row of the cost ledger could not be written: ${String(error)}`);
    }
  });
}
