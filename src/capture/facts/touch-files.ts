import type { Capture } from "../../kernel/capture.ts";
import { LIMITS } from "../limits.ts";

type File = Capture["files"][number];
type FileTouch = Pick<File, "path" | "action" | "deleted">;

/**
 * Lists each file once, at its last use. `changedAt` is separate, so that reading a changed file later does not affect
 * it. With a `call`, a change is pending until the outcome of the call is known; a client may report the call twice.
 */
export function touchFiles(
  files: readonly File[],
  touched: readonly FileTouch[],
  { at, call }: { at: number; call?: string },
): File[] {
  return withContents(files, touched).reduce<File[]>(
    (all, touch) => {
      const before = all.find((file) => file.path === touch.path);
      const file =
        touch.action === "changed" ? changed(touch, { at, call, before }) : read(touch, at, before);
      return keepFiles([
        ...all.filter((other) => other.path !== file.path && !isAgainThere(other, file)),
        file,
      ]);
    },
    [...files],
  );
}

function changed(
  { path, action, deleted }: FileTouch,
  { at, call, before }: { at: number; call: string | undefined; before: File | undefined },
): File {
  const edit = call === undefined ? null : editOf(call, before);
  const file = { path, action, at, changedAt: at, edit };
  return deleted === true ? { ...file, deleted } : file;
}

function read({ path, action }: FileTouch, at: number, before: File | undefined): File {
  return { ...(before ?? { path, action, changedAt: null, edit: null }), at };
}

/** A deleted directory takes the known files in it along. */
function withContents(files: readonly File[], touched: readonly FileTouch[]): FileTouch[] {
  return touched.flatMap((touch) => {
    if (touch.deleted !== true) return [touch];
    const inside = files.filter(({ path, action }) => action === "changed" && isBelow(path, touch.path));
    return [...inside.map(({ path }) => ({ ...touch, path })), touch];
  });
}

/** A directory in which a file is changed exists. */
function isAgainThere(directory: File, { path, action, deleted }: File): boolean {
  return (
    directory.deleted === true && action === "changed" && deleted !== true && isBelow(path, directory.path)
  );
}

export function isBelow(path: string, directory: string): boolean {
  return path.startsWith(`${directory}/`);
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
    const action = changedAt === null ? "read" : "changed";
    return { path: file.path, action, at: file.at, changedAt, edit: null };
  });
}
