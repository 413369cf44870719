import { fileReason } from "../../files/file-errors.ts";
import type { SnapshotStore, TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { isSameFile } from "./apply-step.ts";

/** Whether a file is as expected; `unreadable` says why nobody knows, for example since its directory lets nobody in. */
type Look = { type: "same" } | { type: "other" } | { type: "unreadable"; reason: string };

/** Compares a file with what is expected there. One that cannot be read is no reason to leave the others as they are. */
export async function lookAtFile(
  store: Pick<SnapshotStore, "identify">,
  path: RawPath,
  expected: TreeFile | null,
): Promise<Look> {
  try {
    return { type: isSameFile(await store.identify(path), expected) ? "same" : "other" };
  } catch (error) {
    if (!(error instanceof Error && "code" in error)) throw error;
    const code = String(error.code);
    return { type: "unreadable", reason: `it cannot be read: ${fileReason(code) ?? code}` };
  }
}
