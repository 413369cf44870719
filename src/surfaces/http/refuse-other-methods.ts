import type { Hono } from "hono";
import { HoldfastError } from "../../kernel/errors.ts";

/** Rejects all other methods and lists the allowed ones. Call it after adding the routes. HEAD is handled like GET. */
export function refuseOtherMethods(app: Hono, path: string, methods: readonly ("GET" | "POST")[]): void {
  const allow = methods.flatMap((method) => (method === "GET" ? ["GET", "HEAD"] : [method])).join(", ");
  app.all(path, ({ req: { method } }) => {
    throw new HoldfastError("method_not_allowed", `${path} supports ${allow}, not ${method}.`, {
      details: { allow },
    });
  });
}
