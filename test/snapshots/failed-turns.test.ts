import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withSnapshots } from "../support/snapshot-place.ts";

test("a turn that an error ended has nothing of what a person writes afterwards", () =>
  withSnapshots(async ({ ctx, clock, project, put, restore }) => {
    put("a.js", "0\n");
    const session = new AgentSession(ctx, clock, { pid: process.pid });
    await session.start();
    await session.prompt("Change a.js.");
    await runSnapshotRequests(ctx);
    put("a.js", "1\n");
    expect(await session.fail()).toEqual({});
    await runSnapshotRequests(ctx);
    put("hand.txt", "until the limit resets\n");
    await session.prompt("Go on.");
    await runSnapshotRequests(ctx);

    const { counts, conflicts } = await restore("1");
    expect(counts).toMatchObject({ changed: 1, deleted: 0 });
    expect(conflicts).toEqual([{ path: "hand.txt", reason: "changed outside of a turn", isNew: true }]);
    expect(existsSync(join(project, "hand.txt"))).toBe(true);
    expect((await session.row()).capture.lastAnswer).toBeNull();
  }));
