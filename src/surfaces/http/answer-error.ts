import { ERRORS, HoldfastError } from "../../kernel/errors.ts";
import { jsonAnswer } from "./json-answer.ts";

/** Code, message and next step, never a stack. What is no error of ours is said to be internal, and nothing of it is told. */
export function answerError(error: unknown): Response {
  const { code, message, next, details } =
    error instanceof HoldfastError ? error : new HoldfastError("internal", "Something went wrong.");
  const { candidates, allow, retryAfter } = details;
  return jsonAnswer({ code, message, next, ...(candidates ? { candidates } : {}) }, ERRORS[code].http, {
    ...(typeof allow === "string" ? { allow } : {}),
    ...(typeof retryAfter === "number" ? { "retry-after": String(retryAfter) } : {}),
  });
}
