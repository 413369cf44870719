import { type ErrorCode, HoldfastError } from "../kernel/errors.ts";

export interface ErrorBody {
  code: ErrorCode;
  message: string;
  next: string;
  /** The ids that match a shortened id. */
  candidates?: unknown;
}

/** An error as all surfaces show it. Unexpected errors reveal no details. */
export function errorBody(error: unknown): ErrorBody {
  const { code, message, next, details } = asOurs(error);
  const { candidates } = details;
  return { code, message, next, ...(candidates ? { candidates } : {}) };
}

export function asOurs(error: unknown): HoldfastError {
  if (error instanceof HoldfastError) return error;
  return new HoldfastError("internal", "Something went wrong.", { cause: error });
}
