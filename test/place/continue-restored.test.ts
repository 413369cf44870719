import { expect, test } from "vitest";
import { resume } from "../../src/place/operations/resume.ts";
import { save } from "../../src/place/operations/save.ts";
import { AgentSession } from "../support/agent-session.ts";
import { sharedFolder } from "../support/shared-folder.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const DEAD = { pid: 4_194_305 };

/** Saves a place, clears the conversation, and restores the place in the new one with an answer to a choice. */
async function restoredAfterClear({ open, clock, project }: TestPlace) {
  sharedFolder(project);
  const ctx = await open();
  const as = (nativeSession: string) => ({
    ...ctx,
    caller: { ...ctx.caller, agent: "claude-code", nativeSession },
  });
  const saved = new AgentSession(ctx, clock, DEAD);
  await saved.start();
  await saved.prompt("Package b: document the cursor. Never mention the offset.");
  await saved.stop("- [ ] write the cursor section");
  const first = await saved.row();
  await save.call(as(first.nativeId), { task: "write the cursor section" });
  await saved.end("clear");
  const restoring = new AgentSession(ctx, clock, DEAD);
  await restoring.start("clear");
  await restoring.prompt("/holdfast:checkpoint --restore");
  await restoring.prompt("1");
  const { nativeId } = await restoring.row();
  const output = await resume.call(as(nativeId), { choice: "1", yes: true });
  return { ctx, as, first, restoring, output };
}

test("a session that restored a place after /clear passes on the goal, rules and todos of that place", () =>
  withPlace(async (place) => {
    const { ctx, first, restoring, output } = await restoredAfterClear(place);
    expect(output.restored).toBe(true);
    expect(await restoring.row()).toMatchObject({ parentId: first.id });
    await restoring.prompt("Now write it again.");
    await restoring.use("Write", { file_path: `${place.project}/b.md`, content: "cursor" });
    place.clock.now += 15_000;
    const next = new AgentSession(ctx, place.clock, DEAD);
    const { context } = await next.start();
    expect(context).toContain("Latest request: Now write it again.");
    expect(context).toContain("document the cursor");
    expect(context).toContain("Never mention the offset.");
    expect(context).toContain("write the cursor section");
    expect(context).not.toMatch(/request: 1\b/);
  }));

test("a second restore of the same place changes nothing, and the session itself is not its own parent", () =>
  withPlace(async (place) => {
    const { as, first, restoring } = await restoredAfterClear(place);
    const before = await restoring.row();
    await resume.call(as(before.nativeId), { id: first.id, yes: true });
    expect((await restoring.row()).capture.sentences).toEqual(before.capture.sentences);
    await resume.call(as(first.nativeId), { id: first.id, yes: true });
    const { store } = await place.open();
    expect((await store.getSession(first.id))?.parentId).toBeNull();
  }));

test("a place that the user restores replaces what the session continued before", () =>
  withPlace(async (place) => {
    const { ctx, as, first } = await restoredAfterClear(place);
    place.clock.now += 15_000;
    const other = new AgentSession(ctx, place.clock, DEAD);
    await other.prompt("Draw the chart. Always label the axes.");
    const chart = await other.row();
    await other.end("logout");
    const next = new AgentSession(ctx, place.clock, { ...DEAD, continues: chart.id });
    await next.start();
    const { nativeId, parentId } = await next.row();
    expect(parentId).toBe(chart.id);
    await resume.call(as(nativeId), { id: first.id, yes: true });
    const { capture, parentId: now } = await next.row();
    expect(now).toBe(first.id);
    expect(JSON.stringify(capture)).not.toContain("label the axes");
    expect(JSON.stringify(capture)).toContain("Never mention the offset.");
  }));
