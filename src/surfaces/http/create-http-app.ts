import { Hono } from "hono";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Operation } from "../../kernel/operation.ts";
import { restart } from "../../terminals/operations/restart.ts";
import { parseJson } from "../parse-json.ts";
import { withCallerDirectory } from "../with-caller-directory.ts";
import { guardFor, type HttpAccess } from "./guard.ts";
import { errorResponse, jsonResponse } from "./json-response.ts";
import { openApi } from "./open-api.ts";
import { addPageRoutes } from "./page/add-page-routes.ts";
import { rateLimit } from "./rate-limit.ts";
import { readBody } from "./read-body.ts";
import { refuseOtherMethods } from "./refuse-other-methods.ts";
import { addSessionCheckpointRoutes } from "./session-checkpoints.ts";

/** A hundred per second: more than people and agents need, but too few to delay hooks. */
const PER_MINUTE = 6_000;

export interface HttpWiring {
  operations: readonly Operation[];
  access: HttpAccess;
  /** Serves MCP at `/mcp`. */
  mcp?: (request: Request) => Promise<Response>;
  callsPerMinute?: number;
}

/** The API of the operations: POST /v1/<name> for all of them, GET for read-only ones. */
export function createHttpApp(ctx: Context, wiring: HttpWiring): Hono {
  const { operations, access, mcp, callsPerMinute = PER_MINUTE } = wiring;
  const app = new Hono();
  const guard = guardFor(access);
  const allow = rateLimit(ctx.clock, callsPerMinute);
  app.onError((error, { req }) => {
    // A client that disconnects in the middle of its body is not our error.
    if (!(error instanceof HoldfastError || req.raw.signal.aborted))
      ctx.log.error("api", error, { method: req.method });
    return errorResponse(error);
  });
  app.notFound(() => errorResponse(noSuchPath()));
  app.use(async (c, next) => {
    guard(c.req.raw);
    await next();
  });
  app.get("/healthz", () => jsonResponse({ status: "ok", version: ctx.version }));
  refuseOtherMethods(app, "/healthz", ["GET"]);
  if (access.type === "loopback" && access.page)
    addPageRoutes(app, ctx, { page: access.page, port: access.port });
  // After the routes without a token, so that callers without one cannot use up the limit.
  app.use(async (_c, next) => {
    allow();
    await next();
  });
  app.get("/openapi.json", () => jsonResponse(openApi(operations, ctx.version)));
  refuseOtherMethods(app, "/openapi.json", ["GET"]);
  for (const operation of operations) addRoutes(app, operation, ctx);
  addSessionCheckpointRoutes(app, ctx);
  addAgentRestartRoute(app, ctx);
  if (mcp)
    app.all("/mcp", async ({ req: { raw } }) => {
      // Checked here, where an error gets an HTTP status; inside MCP it would not.
      withCallerDirectory(ctx, raw.headers);
      return await mcp(await withBoundedBody(raw));
    });
  return app;
}

function addRoutes(app: Hono, { name, readOnly, call }: Operation, ctx: Context): void {
  const path = `/v1/${name}`;
  app.post(path, async ({ req: { raw } }) => {
    const type = raw.headers.get("content-type") ?? "";
    if (!/^application\/json\s*(?:;|$)/i.test(type)) {
      throw new HoldfastError("unsupported_media", `Send application/json, not "${type.slice(0, 60)}".`);
    }
    return jsonResponse(await call(await contextOf(ctx, raw), parseBody(await readBody(raw))));
  });
  if (readOnly)
    app.get(path, async ({ req }) => jsonResponse(await call(await contextOf(ctx, req.raw), req.query())));
  refuseOtherMethods(app, path, readOnly ? ["GET", "POST"] : ["POST"]);
}

/** The context of an operation in the directory of the caller. */
async function contextOf(ctx: Context, { headers }: Request): Promise<Context> {
  const there = withCallerDirectory(ctx, headers);
  await ctx.followMoved(there.caller.cwd);
  return there;
}

function parseBody(body: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(body);
    return text.trim() === "" ? {} : parseJson(text);
  } catch (error) {
    throw new HoldfastError("invalid_input", "The body is not JSON encoded as UTF-8.", {
      cause: error,
      next: "Send one complete JSON object.",
    });
  }
}

/** The body of the server's request cannot be replaced, so this creates a new request. */
async function withBoundedBody(request: Request): Promise<Request> {
  const { url, method, headers, signal } = request;
  if (method === "GET" || method === "HEAD") return request;
  return new Request(url, { method, headers, signal, body: await readBody(request) });
}

function noSuchPath(): HoldfastError {
  return new HoldfastError("not_found", "Unknown path.", {
    next: "See /openapi.json for all paths.",
  });
}

/** The operation `restart` under its name in T30. Responds after the restart prompt was sent. */
function addAgentRestartRoute(app: Hono, ctx: Context): void {
  const path = "/sessions/:id/agent-restart";
  app.post(path, async ({ req }) => {
    const session = req.param("id");
    return jsonResponse(await restart.call(withCallerDirectory(ctx, req.raw.headers), { session }));
  });
  refuseOtherMethods(app, path, ["POST"]);
}
