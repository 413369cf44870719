import type { Context } from "../../kernel/context.ts";
import type { SnapshotPlace } from "../../kernel/ports/snapshots.ts";
import { describeMissingFiles } from "../describe-missing-files.ts";
import type { SyncState } from "./sync-state.ts";

interface AwaitedInput {
  /** The parts that were read. */
  names: readonly string[];
  state: SyncState;
  location: SnapshotPlace;
}

/** The parts whose files waited for a commit that is here now, and a sentence for each that still waits. */
export async function findAwaited(
  { snapshots }: Pick<Context, "snapshots">,
  { names, state, location }: AwaitedInput,
): Promise<{ found: string[]; warnings: string[] }> {
  const found: string[] = [];
  const warnings: string[] = [];
  for (const name of names) {
    const missing = state.waiting[name];
    if (!missing) continue;
    // Where no files are captured, nothing can be said of the commit. The rest of the pull goes on.
    const since = await snapshots
      .use(location, (store) => store.commitsSince(missing.commit))
      .catch(() => undefined);
    if (since) found.push(name);
    else warnings.push(describeMissingFiles(missing, "pull"));
  }
  return { found, warnings };
}
