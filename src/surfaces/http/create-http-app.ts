import { Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import type { Context } from "../../kernel/context.ts";
import { ERRORS, HoldfastError } from "../../kernel/errors.ts";
import type { Operation } from "../../kernel/operation.ts";
import { calledFrom } from "../called-from.ts";
import { guard, type HttpAccess } from "./guard.ts";
import { jsonAnswer } from "./json-answer.ts";
import { openApi } from "./open-api.ts";
import { addSessionCheckpointRoutes } from "./session-checkpoints.ts";

const MAX_BODY = 1024 * 1024;

export interface HttpWiring {
  operations: readonly Operation[];
  access: HttpAccess;
  /** Serves MCP at `/mcp`. */
  mcp?: (request: Request) => Promise<Response>;
}

/** The API over the operations: POST /v1/<name> for each, GET for those that only read. */
export function createHttpApp(ctx: Context, { operations, access, mcp }: HttpWiring): Hono {
  const app = new Hono();
  app.onError((error) => answerError(error));
  app.notFound(() =>
    answerError(new HoldfastError("not_found", "There is no such path; see /openapi.json.")),
  );
  app.use(async (c, next) => {
    guard(c.req.raw, access);
    await next();
  });
  app.use(bodyLimit({ maxSize: MAX_BODY, onError: () => answerError(tooLarge()) }));
  app.get("/healthz", () => jsonAnswer({ status: "ok", version: ctx.version }));
  app.get("/openapi.json", () => jsonAnswer(openApi(operations, ctx.version)));
  for (const operation of operations) addRoutes(app, operation, ctx);
  addSessionCheckpointRoutes(app, ctx);
  if (mcp)
    app.all("/mcp", async (c) => {
      // Refused here, where an error has its status: inside MCP it would have none.
      calledFrom(ctx, c.req.raw.headers);
      return await mcp(c.req.raw);
    });
  return app;
}

function addRoutes(app: Hono, { name, readOnly, call }: Operation, ctx: Context): void {
  app.post(`/v1/${name}`, async (c) => {
    const type = c.req.header("content-type") ?? "";
    if (!/^application\/json\s*(?:;|$)/i.test(type)) {
      throw new HoldfastError("unsupported_media", `Send application/json, not "${type.slice(0, 60)}".`);
    }
    return jsonAnswer(await call(calledFrom(ctx, c.req.raw.headers), parseBody(await c.req.text())));
  });
  if (readOnly)
    app.get(`/v1/${name}`, async (c) => {
      return jsonAnswer(await call(calledFrom(ctx, c.req.raw.headers), c.req.query()));
    });
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
  return jsonAnswer(
    { code: known.code, message: known.message, next, ...(candidates ? { candidates } : {}) },
    http,
  );
}

function tooLarge(): HoldfastError {
  return new HoldfastError("too_large", `A body has at most ${MAX_BODY} bytes.`);
}
