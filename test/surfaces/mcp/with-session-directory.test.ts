import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadOperations } from "../../../src/operations.ts";
import { AgentSession } from "../../support/agent-session.ts";
import { connectMcpClient } from "../../support/connect-mcp-client.ts";
import { withPlace } from "../../support/test-context.ts";

const operations = await loadOperations();
/** The client, two helpers, and the process of our server's parent. */
const PARENTS = new Map([
  [40, 30],
  [30, 20],
  [20, 10],
]);

test("S38: where a client starts its servers elsewhere, a call is made in its session's directory and belongs to it", () =>
  withPlace(async (place) => {
    const opened = await place.open();
    const elsewhere = join(place.root, "elsewhere");
    mkdirSync(elsewhere);
    const session = new AgentSession(opened, place.clock, {
      agent: "openclaw",
      nativeSession: "one",
      pid: 20,
    });
    await session.start();
    const call = async (agent: string, pid: number) => {
      const processes = { ...opened.processes, parent: (asked: number) => PARENTS.get(asked) };
      const ctx = { ...opened, processes, caller: { cwd: elsewhere, agent, pid } };
      const client = await connectMcpClient(operations, ctx);
      const { structuredContent } = await client.callTool({
        name: "session_digest",
        arguments: { state: "half" },
      });
      await client.close();
      return structuredContent;
    };
    expect(await call("openclaw", 40)).toMatchObject({ nativeSession: "one", worktree: opened.caller.cwd });
    expect(await call("openclaw", 50)).toMatchObject({ nativeSession: null, worktree: elsewhere });
    expect(await call("opencode", 40)).toMatchObject({ nativeSession: null, worktree: elsewhere });
  }));
