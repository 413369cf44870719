import { ERRORS } from "../../kernel/errors.ts";
import { asOurs, errorBody } from "../error-body.ts";
import { jsonText } from "../json-text.ts";

/** Never cached or sniffed, and `<` cannot start a tag if a browser renders it. */
export function jsonAnswer(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
  return new Response(jsonText(body).replaceAll("<", "\\u003c"), {
    status,
    headers: {
      ...headers,
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    },
  });
}

export function answerError(error: unknown): Response {
  const known = asOurs(error);
  const { allow, retryAfter } = known.details;
  return jsonAnswer(errorBody(known), ERRORS[known.code].http, {
    ...(typeof allow === "string" ? { allow } : {}),
    ...(typeof retryAfter === "number" ? { "retry-after": String(retryAfter) } : {}),
  });
}
