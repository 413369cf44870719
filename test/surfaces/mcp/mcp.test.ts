import { Client } from "@modelcontextprotocol/client";
import { InMemoryTransport } from "@modelcontextprotocol/server";
import { expect, test } from "vitest";
import { operations } from "../../../src/operations.ts";
import { createMcpServer } from "../../../src/surfaces/mcp/create-mcp-server.ts";
import { withPlace } from "../../support/test-context.ts";

test("SEC-S82: agents get the checkpoint tools, read-only ones marked, and errors as text", () =>
  withPlace(async ({ open }) => {
    const [ours, theirs] = InMemoryTransport.createLinkedPair();
    await createMcpServer(operations, await open()).connect(ours);
    const client = new Client({ name: "test", version: "0" });
    await client.connect(theirs);
    const { tools } = await client.listTools();
    const readOnly = Object.fromEntries(
      tools.map(({ name, annotations }) => [name, annotations?.readOnlyHint]),
    );
    expect(readOnly).toEqual({
      checkpoint_save: false,
      checkpoint_list: true,
      checkpoint_inspect: true,
      checkpoint_resume: true,
      debrief: false,
      session_digest: false,
      remember: false,
      recall: false,
      forget: false,
    });
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint);
    expect(destructive.map(({ name }) => name)).toEqual(["forget"]);
    const call = async (name: string, input: Record<string, unknown>) => {
      const { content, isError } = await client.callTool({ name, arguments: input });
      return { text: (content as { text: string }[])[0]?.text ?? "", isError };
    };
    const decisions = [{ decision: "Use PostgreSQL", rationale: "teams" }];
    const { id } = JSON.parse((await call("checkpoint_save", { name: "phase-1", decisions })).text);
    expect(JSON.parse((await call("checkpoint_resume", { id })).text).decisions).toMatchObject(decisions);
    const failed = await call("checkpoint_inspect", { id: "chk_zzzzzz" });
    expect(failed.isError).toBe(true);
    expect(failed.text).toContain("There is no checkpoint");
    await client.close();
  }));
