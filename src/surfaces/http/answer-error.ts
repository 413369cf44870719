import { ERRORS } from "../../kernel/errors.ts";
import { asOurs, errorBody } from "../error-body.ts";
import { jsonAnswer } from "./json-answer.ts";

export function answerError(error: unknown): Response {
  const known = asOurs(error);
  const { allow, retryAfter } = known.details;
  return jsonAnswer(errorBody(known), ERRORS[known.code].http, {
    ...(typeof allow === "string" ? { allow } : {}),
    ...(typeof retryAfter === "number" ? { "retry-after": String(retryAfter) } : {}),
  });
}
