import { existsSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** A session in which the person typed `/clear` after its first turn, and the session that began then. */
const withCleared = (
  afterClear: "nothing" | "constraints" | "record",
  work: (place: SnapshotPlace & { first: string; second: string }) => Promise<void>,
) =>
  withSnapshots(
    async (place) => {
      const { ctx, clock, put } = place;
      put("a", "0\n");
      const ids: string[] = [];
      for (const source of ["startup", "clear"] as const) {
        const session = new AgentSession(ctx, clock, { pid: process.pid });
        await session.start(source);
        await session.prompt(`Please do the task of this session, which is a ${source}. Never use tabs.`);
        await runSnapshotRequests(ctx);
        put(source === "startup" ? "a" : "b", "1\n");
        await session.stop();
        await session.end("clear");
        await runSnapshotRequests(ctx);
        ids.push((await session.row()).id);
      }
      const [first = "", second = ""] = ids;
      await work({ ...place, first, second });
    },
    { settings: { recovery: { afterClear } } },
  );

test.each(["nothing", "constraints"] as const)(
  "what was done after /clear is another task, which a restore of the one before keeps (%s was delivered)",
  (afterClear) =>
    withCleared(afterClear, async ({ ctx, project, restore, first, second }) => {
      expect((await ctx.store.listParents([second])).get(second)).toMatchObject({
        id: first,
        reason: "clear",
      });
      const { files, conflicts, note } = await restore("1", { session: first });
      expect(files.map(({ path }) => path)).toEqual(["a"]);
      expect(conflicts).toMatchObject([{ path: "b", reason: expect.stringMatching(/^changed by session /) }]);
      expect(note).toBeNull();
      expect(existsSync(join(project, "b"))).toBe(true);
    }),
);

test("a session that receives the record also after /clear continues the one before, and the plan names it", () =>
  withCleared("record", async ({ restore, first }) => {
    const { files, conflicts, note } = await restore("1", { session: first });
    expect(files.map(({ path }) => path)).toEqual(["b", "a"]);
    expect(conflicts).toEqual([]);
    expect(note).toMatch(/^Also taken back: what was done in session [0-9a-f]+, which continued it\./);
  }));
