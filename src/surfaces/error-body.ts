import { type ErrorCode, HoldfastError } from "../kernel/errors.ts";

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  next: string;
  /** The ids that a shortened one could be. */
  candidates?: unknown;
}

/** What a caller is told of a failure, alike on every surface. Of one that is not ours nothing is told but that it was. */
export function errorBody(error: unknown): ErrorBody {
  const { code, message, next, details } = asOurs(error);
  const { candidates } = details;
  return { code, message, next, ...(candidates ? { candidates } : {}) };
}

export function asOurs(error: unknown): HoldfastError {
  if (error instanceof HoldfastError) return error;
  return new HoldfastError("internal", "Something went wrong.", { cause: error });
}
