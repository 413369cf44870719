import { expect, test } from "vitest";
import { list } from "../../src/capture/operations/list.ts";
import { diff } from "../../src/checkpoints/operations/diff.ts";
import { inspect } from "../../src/checkpoints/operations/inspect.ts";
import { save } from "../../src/place/operations/save.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
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

test("list and inspect show how much the turn of a checkpoint changed", () =>
  withSnapshots(async (place) => {
    await workOn(place);
    const listed = await list.call(place.ctx, { all: false, limit: 20 });
    const [newest] = listed.checkpoints;
    expect(newest?.files).toEqual({ turn: 2, files: 2, added: 3, removed: 1, wentBackTo: null });
    expect(text("list", listed)).toMatch(/FILES[\s\S]*2 \(\+3 -1\)/);
    const shown = await inspect.call(place.ctx, { id: newest?.id ?? "", raw: false });
    expect(shown.turn).toEqual(newest?.files);
    expect(text("inspect", shown)).toContain("Turn: 2 changed files: 2 (+3 -1); holdfast changes 2");
  }));

test.each([
  ["that changed a file", "new\n", "1 (+1 -0), went back to before 2"],
  ["that changed nothing", null, "went back to before 2"],
])("list and inspect show that files went back with the prompt of a turn %s", (_, made, shown) =>
  withSnapshots(async ({ ctx, clock, put }) => {
    put("a.txt", "0\n");
    const session = new AgentSession(ctx, clock, { pid: process.pid });
    const turn = async (prompt: string, files: Record<string, string>) => {
      await session.prompt(prompt);
      await runSnapshotRequests(ctx);
      for (const [name, content] of Object.entries(files)) put(name, content);
      await session.use("Bash", { command: "node generate.mjs" });
      await session.stop();
      await runSnapshotRequests(ctx);
    };
    await session.start();
    await turn("Please do the first step of the migration.", { "a.txt": "1\n" });
    await turn("Please do the second step of the migration.", { "a.txt": "2\n" });
    // As with the agent's own rewind: no event says so, but a prompt follows.
    put("a.txt", "1\n");
    await turn("Please do the third step of the migration.", made === null ? {} : { "c.txt": made });
    await session.end();
    await runSnapshotRequests(ctx);
    const listed = await list.call(ctx, {});
    const [newest] = listed.checkpoints;
    expect(newest?.files).toMatchObject({ turn: 3, files: made === null ? 0 : 1, wentBackTo: 2 });
    expect(text("list", listed)).toContain(shown);
    const inspected = await inspect.call(ctx, { id: newest?.id ?? "" });
    expect(text("inspect", inspected)).toContain("Went back: files had gone back to before turn 2");
  }),
);

test("diff --files shows how the files of two checkpoints differ", () =>
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
