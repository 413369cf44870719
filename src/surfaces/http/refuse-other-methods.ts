import type { Hono } from "hono";
import { HoldfastError } from "../../kernel/errors.ts";

/** Says which methods a path takes. To be called when those are set. HEAD is answered as GET is. */
export function refuseOtherMethods(app: Hono, path: string, methods: readonly ("GET" | "POST")[]): void {
  const allow = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  app.all(path, ({ req: { method } }) => {
    throw new HoldfastError("method_not_allowed", `${path} takes ${allow}, not ${method}.`, {
      details: { allow },
    });
  });
}
