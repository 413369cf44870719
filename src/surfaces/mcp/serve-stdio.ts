import { StdioServerTransport } from "@modelcontextprotocol/server/stdio";
import type { Context } from "../../kernel/context.ts";
import type { Operation } from "../../kernel/operation.ts";
import { createMcpServer } from "./create-mcp-server.ts";

/** A person who runs the command would otherwise see nothing. */
const FOR_PEOPLE = `This serves MCP to an agent, which starts it automatically once connected: holdfast connect.
It now waits for messages of the protocol. Press Ctrl-C to end it; holdfast --help lists what you can run.`;

/** Serves one client on standard input and output until it closes them. */
export async function serveStdio(operations: readonly Operation[], ctx: Context): Promise<void> {
  if (process.stdin.isTTY) process.stderr.write(`${FOR_PEOPLE}\n`);
  const server = createMcpServer(operations, ctx);
  const closed = new Promise<void>((resolve) => {
    process.stdin.once("end", resolve);
    process.stdin.once("close", resolve);
  });
  await server.connect(new StdioServerTransport());
  await closed;
  await server.close();
}
