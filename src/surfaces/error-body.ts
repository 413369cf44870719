import { fileReason, MAKE_WRITABLE } from "../files/file-errors.ts";
import { type ErrorCode, HoldfastError } from "../kernel/errors.ts";

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  next: string;
  /** The ids that match a shortened id. */
  candidates?: unknown;
}

/**
 * An error as all surfaces show it. Unexpected errors reveal no details except what is wrong with a file of the user.
 */
export function errorBody(error: unknown): ErrorBody {
  const { code, message, next, details } = toHoldfastError(error);
  const { candidates } = details;
  return { code, message, next, ...(candidates ? { candidates } : {}) };
}

export function toHoldfastError(error: unknown): HoldfastError {
  if (error instanceof HoldfastError) return error;
  const { code, path } = (error ?? {}) as { code?: unknown; path?: unknown };
  const prefix = typeof path === "string" ? `${path}: ` : undefined;
  // A write to an open file names no path.
  if (code === "ENOSPC")
    return new HoldfastError("store_full", prefix ? `${prefix}the disk is full.` : "The disk is full.", {
      cause: error,
    });
  const reason = typeof code === "string" ? fileReason(code) : undefined;
  if (reason !== undefined && prefix)
    return new HoldfastError("store_unavailable", `${prefix}${reason}.`, {
      cause: error,
      next: MAKE_WRITABLE,
    });
  return new HoldfastError("internal", `Unexpected error${kindOf(error)}.`, { cause: error });
}

/** The class of an error, such as `TypeError`. Nothing else that a program could have put there. */
function kindOf(error: unknown): string {
  const name = error instanceof Error ? error.name : "";
  return /^[A-Za-z]{1,40}$/.test(name) ? ` (${name})` : "";
}
