import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Context } from "../../kernel/context.ts";
import { ERRORS, HoldfastError } from "../../kernel/errors.ts";
import type { Operation } from "../../kernel/operation.ts";
import { jsonText } from "../json-text.ts";
import { guard, type HttpAccess } from "./guard.ts";
import { openApi } from "./open-api.ts";

const MAX_BODY = 1024 * 1024;

/** The API over the operations: POST /v1/<name> for each, GET for those that only read. */
export function createHttpApp(operations: readonly Operation[], ctx: Context, access: HttpAccess): Hono {
  const app = new Hono();
  app.onError((error) => answerError(error));
  app.notFound(() =>
    answerError(new HoldfastError("not_found", "There is no such path; see /openapi.json.")),
  );
  app.get("/healthz", () => answer({ status: "ok", version: ctx.version }));
  app.use(async (c, next) => {
    guard(c.req.raw, access);
    await next();
  });
  app.use(bodyLimit({ maxSize: MAX_BODY, onError: () => answerError(tooLarge()) }));
  app.get("/openapi.json", () => answer(openApi(operations, ctx.version)));
  for (const operation of operations) addRoutes(app, operation, ctx);
  return app;
}

function addRoutes(app: Hono, { name, readOnly, call }: Operation, ctx: Context): void {
  app.post(`/v1/${name}`, async (c) => {
    const type = c.req.header("content-type") ?? "";
    if (!/^application\/json\s*(?:;|$)/i.test(type)) {
      throw new HoldfastError("unsupported_media", `Send application/json, not "${type.slice(0, 60)}".`);
    }
    return answer(await call(ctx, parseBody(await c.req.text())));
  });
  if (readOnly) app.get(`/v1/${name}`, async (c) => answer(await call(ctx, c.req.query())));
}

function parseBody(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new HoldfastError("invalid_input", "The body is not JSON.", { cause: error });
  }
}

function answerError(error: unknown): Response {
  const known =
    error instanceof HoldfastError ? error : new HoldfastError("internal", "Something went wrong.");
  const { http, next } = ERRORS[known.code];
  const { candidates } = known.details;
  return answer(
    { code: known.code, message: known.message, next, ...(candidates ? { candidates } : {}) },
    http,
  );
}

/** Data is never cached, never sniffed, and `<` cannot open a tag should a browser show it. */
function answer(body: unknown, status = 200): Response {
  return new Response(jsonText(body).replaceAll("<", "\\u003c"), {
    status,
    headers: {
      "content-type": "application/json; charset=utf-8",
      "cache-control": "no-store",
      "x-content-type-options": "nosniff",
      "referrer-policy": "no-referrer",
      "cross-origin-resource-policy": "same-origin",
      "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
    },
  });
}

function tooLarge(): HoldfastError {
  return new HoldfastError("too_large", `A body has at most ${MAX_BODY} bytes.`);
}
