import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { createMcpServer } from "../../src/surfaces/mcp/create-mcp-server.ts";

/** Connects a client, as an agent does, to an MCP server in this process. The caller closes it. */
export async function connectMcpClient(...server: Parameters<typeof createMcpServer>): Promise<Client> {
  const [ours, theirs] = InMemoryTransport.createLinkedPair();
  await createMcpServer(...server).connect(ours);
  const client = new Client({ name: "test", version: "0" });
  await client.connect(theirs);
  return client;
}
