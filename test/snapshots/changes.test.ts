import { expect, test } from "vitest";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { queueSnapshot } from "../../src/snapshots/snapshot-queue.ts";
import { withSnapshots } from "../support/snapshot-place.ts";

const shown = { patch: false, limit: 5 };

test("shows what a killed agent did after the last snapshot (issue 32, item 3)", () =>
  withSnapshots(async ({ ctx, at, put }) => {
    put("a.txt", "one\n");
    await at("prompt", 1);
    put("a.txt", null);
    put("b.txt", "two\nlines\n");
    const { turns } = await changes.call(ctx, shown);
    expect(turns).toMatchObject([
      {
        session: "ses_one",
        turn: 1,
        files: [
          { path: "a.txt", removed: 1 },
          { path: "b.txt", added: 2 },
        ],
      },
    ]);
  }));

test("takes the snapshots that still wait before it looks for a turn (issue 32, item 2)", () =>
  withSnapshots(async ({ ctx, project, put, restore }) => {
    put("a.txt", "one\n");
    const moment = { session: "ses_one", agent: "claude-code", worktree: project, turn: 1 };
    const rest = { checkpoint: null, name: null, gitHead: null, gitBranch: null };
    queueSnapshot(ctx, { ...moment, ...rest, moment: "prompt", at: ctx.clock() });
    expect(await restore("1")).toMatchObject({ target: "before turn 1", applied: true });
  }));
