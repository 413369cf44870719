import { expect, test } from "vitest";
import { diff } from "../../src/checkpoints/operations/diff.ts";
import { inspect } from "../../src/checkpoints/operations/inspect.ts";
import { list } from "../../src/checkpoints/operations/list.ts";
import { save } from "../../src/place/operations/save.ts";
import { styleFor } from "../../src/surfaces/cli/layout/style.ts";
import { render } from "../../src/surfaces/cli/render/render.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const text = (name: Parameters<typeof render>[0], output: unknown) =>
  render(name, output, { style: styleFor(false), now: 0, columns: 200 }).join("\n");

/** A session whose second turn changes files through the shell, and ends with a checkpoint. */
async function workOn({ ctx, clock, put }: SnapshotPlace) {
  put("a.txt", "one\ntwo\n");
  const session = new AgentSession(ctx, clock);
  await session.prompt("Look.");
  await session.stop();
  await session.prompt("Rewrite it.");
  await ctx.drain();
  put("a.txt", "one\n2\nthree\n");
  put("b.txt", "new\n");
  await session.stop();
  await session.end();
  await ctx.drain();
}

test("list and inspect show how much the turn of a checkpoint changed (issue 32, item 6)", () =>
  withSnapshots(async (place) => {
    await workOn(place);
    const listed = await list.call(place.ctx, { all: false, limit: 20 });
    const [newest] = listed.checkpoints;
    expect(newest?.files).toEqual({ turn: 2, files: 2, added: 3, removed: 1 });
    expect(text("list", listed)).toMatch(/FILES[\s\S]*2 \(\+3 -1\)/);
    const shown = await inspect.call(place.ctx, { id: newest?.id ?? "", raw: false });
    expect(shown.turn).toEqual(newest?.files);
    expect(text("inspect", shown)).toContain("Turn: 2 changed files: 2 (+3 -1); holdfast changes 2");
  }));

test("diff --files shows how the files of two checkpoints differ (issue 32, item 3)", () =>
  withSnapshots(async ({ ctx, put }) => {
    put("a.txt", "one\n");
    const first = await save.call(ctx, { name: "first" });
    put("a.txt", "two\n");
    put("gone.txt", null);
    put("new.txt", "new\n");
    const second = await save.call(ctx, { name: "second" });
    const shown = await diff.call(ctx, { from: first.id, to: second.id, files: true });
    expect(shown).toMatchObject({ equal: false, captured: { fileCount: 2 } });
    const difference = text("diff", shown);
    expect(difference).toContain("~ a.txt  (+1 -1)");
    expect(difference).toContain("+ new.txt  (+1 -0)");
    expect(difference).toContain("\n+two\n");
    const same = await diff.call(ctx, { from: "second", to: "second", files: true });
    expect(text("diff", same)).toContain("have the same files");
  }));
