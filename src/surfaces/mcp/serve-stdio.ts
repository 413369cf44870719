import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Context } from "../../kernel/context.ts";
import type { Operation } from "../../kernel/operation.ts";
import { createMcpServer } from "./create-mcp-server.ts";

/** Serves one client on standard input and output until it closes them. */
export async function serveStdio(operations: readonly Operation[], ctx: Context): Promise<void> {
  const server = createMcpServer(operations, ctx);
  const closed = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}
