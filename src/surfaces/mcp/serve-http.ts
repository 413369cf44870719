import { createMcpHandler } from "@modelcontextprotocol/server";
import type { Context } from "../../kernel/context.ts";
import type { Operation } from "../../kernel/operation.ts";
import { withCallerDirectory } from "../with-caller-directory.ts";
import { createMcpServer } from "./create-mcp-server.ts";

/** MCP over streamable HTTP, one server per request. `http/guard.ts` has authorized the caller. */
export function mcpOverHttp(
  operations: readonly Operation[],
  ctx: Context,
): (request: Request) => Promise<Response> {
  const handler = createMcpHandler(({ requestInfo }) =>
    createMcpServer(operations, withCallerDirectory(ctx, requestInfo?.headers)),
  );
  return (request) => handler.fetch(request);
}
