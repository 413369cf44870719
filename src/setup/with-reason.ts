import { fileReason } from "../files/file-errors.ts";
import { HoldfastError } from "../kernel/errors.ts";

/**
 * Runs `work`, which changes files in a directory, and converts file system errors to a `HoldfastError` with the
 * reason.
 */
export async function withReason<T>(directory: string, work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof HoldfastError || !isFileError(error)) throw error;
    const reason = fileReason(error.code) ?? error.message;
    throw new HoldfastError("conflict", `${directory} cannot be written: ${reason}.`, {
      cause: error,
      next: "Make it writable, then run the same command again.",
    });
  }
}

function isFileError(error: unknown): error is Error & { code: string } {
  return error instanceof Error && "code" in error && "syscall" in error;
}
