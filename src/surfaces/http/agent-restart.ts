import type { Hono } from "hono";
import type { Context } from "../../kernel/context.ts";
import { restart } from "../../terminals/operations/restart.ts";
import { calledFrom } from "../called-from.ts";
import { jsonAnswer } from "./json-answer.ts";
import { refuseOtherMethods } from "./refuse-other-methods.ts";

/** The operation `restart` under its name in T30. Responds after the restart prompt was sent. */
export function addAgentRestartRoute(app: Hono, ctx: Context): void {
  const path = "/sessions/:id/agent-restart";
  app.post(path, async ({ req }) => {
    const session = req.param("id");
    return jsonAnswer(await restart.call(calledFrom(ctx, req.raw.headers), { session }));
  });
  refuseOtherMethods(app, path, ["POST"]);
}
