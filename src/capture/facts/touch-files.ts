import type { Capture } from "../../kernel/capture.ts";
import { LIMITS } from "../limits.ts";

type File = Capture["files"][number];
type FileTouch = Pick<File, "path" | "action">;

/**
 * Lists each file once, at its last use. `changedAt` is separate, so that reading a changed file later does not affect
 * it. With a `call`, a change is pending until the outcome of the call is known; a client may report the call twice.
 */
export function touchFiles(
  files: readonly File[],
  touched: readonly FileTouch[],
  { at, call }: { at: number; call?: string },
): File[] {
  return touched.reduce<File[]>(
    (all, { path, action }) => {
      const before = all.find((file) => file.path === path);
      const file: File =
        action === "changed"
          ? { path, action, at, changedAt: at, edit: call === undefined ? null : editOf(call, before) }
          : { ...(before ?? { path, action, changedAt: null, edit: null }), at };
      return keepFiles([...all.filter((other) => other.path !== path), file]);
    },
    [...files],
  );
}

function editOf(call: string, before: File | undefined): File["edit"] {
  return before?.edit?.call === call ? before.edit : { call, changedBefore: before?.changedAt ?? null };
}

/** Drops the oldest file that was only read, if there is one: the next session needs what changed. */
function keepFiles(files: File[]): File[] {
  if (files.length <= LIMITS.files) return files;
  const oldest = files.findIndex(({ changedAt }) => changedAt === null);
  return files.toSpliced(Math.max(0, oldest), 1);
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
