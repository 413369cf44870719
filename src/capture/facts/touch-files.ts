import type { Capture } from "../../kernel/capture.ts";
import { LIMITS } from "../limits.ts";

type File = Capture["files"][number];
type FileTouch = Pick<File, "path" | "action">;

/**
 * Lists each file once, at its last use. `changedAt` is separate, so that reading a changed file later does not affect
 * it. With a `call`, a change is pending until the outcome of the call is known.
 */
export function touchFiles(
  files: readonly File[],
  touched: readonly FileTouch[],
  { at, call }: { at: number; call?: string },
): File[] {
  return touched.reduce<File[]>(
    (all, { path, action }) => {
      const before = all.find((file) => file.path === path);
      const changedBefore = before?.changedAt ?? null;
      const file: File =
        action === "changed"
          ? { path, action, at, changedAt: at, edit: call === undefined ? null : { call, changedBefore } }
          : { ...(before ?? { path, action, changedAt: null, edit: null }), at };
      return [...all.filter((other) => other.path !== path), file].slice(-LIMITS.files);
    },
    [...files],
  );
}

/** Confirms the pending edit of a call, or reverts it if the call failed. */
export function settleEdit(files: readonly File[], call: string, ok: boolean): File[] {
  return files.map((file) => {
    if (file.edit?.call !== call) return file;
    if (ok) return { ...file, edit: null };
    const changedAt = file.edit.changedBefore;
    return { ...file, action: changedAt === null ? "read" : "changed", changedAt, edit: null };
  });
}
