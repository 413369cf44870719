import { ERRORS } from "../../kernel/errors.ts";
import { errorBody, toHoldfastError } from "../error-body.ts";
import { jsonText } from "../json-text.ts";

/**
 * A response that is never cached or sniffed. `<` is escaped, so that it cannot start a tag if a browser renders it.
 */
export function jsonResponse(body: unknown, status = 200, headers: Record<string, string> = {}): Response {
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

export function errorResponse(error: unknown): Response {
  const known = toHoldfastError(error);
  const { allow, retryAfter } = known.details;
  return jsonResponse(errorBody(known), ERRORS[known.code].http, {
    ...(typeof allow === "string" ? { allow } : {}),
    ...(typeof retryAfter === "number" ? { "retry-after": String(retryAfter) } : {}),
  });
}
