import type { Hono } from "hono";
import type { Context } from "../../kernel/context.ts";
import { restart } from "../../terminals/operations/restart.ts";
import { withCallerDirectory } from "../with-caller-directory.ts";
import { jsonResponse } from "./json-response.ts";
import { refuseOtherMethods } from "./refuse-other-methods.ts";

/** The operation `restart` under its name in T30. Responds after the restart prompt was sent. */
export function addAgentRestartRoute(app: Hono, ctx: Context): void {
  const path = "/sessions/:id/agent-restart";
  app.post(path, async ({ req }) => {
    const session = req.param("id");
    return jsonResponse(await restart.call(withCallerDirectory(ctx, req.raw.headers), { session }));
  });
  refuseOtherMethods(app, path, ["POST"]);
}
