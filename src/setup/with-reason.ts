import { HoldfastError } from "../kernel/errors.ts";

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a file stands in the way",
  EEXIST: "a file stands in the way",
};

/** Runs what changes files in a directory. A failure of the file system is told alike, whichever file it was. */
export async function withReason<T>(directory: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HoldfastError || !isFileError(error)) throw error;
    const reason = REASONS[error.code] ?? error.message;
    throw new HoldfastError("conflict", `${directory} cannot be changed: ${reason}.`, {
      cause: error,
      next: "Make it writable, then run the same command again.",
    });
  }
}

function isFileError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && "syscall" in error;
}
