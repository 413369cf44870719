import { appendFileSync, copyFileSync, existsSync, mkdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { sampleSession } from "../../src/testing/sample-records.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** A person writes a new file and edits another one after the first turn. */
async function withPersonsFiles(work: (place: SnapshotPlace) => Promise<void>): Promise<void> {
  await withSnapshots(async (place) => {
    const { project, put, at } = place;
    put("x.md", "first\n");
    put("docs/guide.md", "guide\n");
    mkdirSync(join(project, "empty"));
    await at("prompt", 1);
    put("made.md", "by the agent\n");
    await at("turn_end", 1);
    put("notes.md", "a person's notes\n");
    put("x.md", "edited by a person\n");
    await at("prompt", 2);
    await work(place);
  });
}

test("what a person wrote is kept where the agent moved it", () =>
  withPersonsFiles(async ({ project, at, restore }) => {
    renameSync(join(project, "notes.md"), join(project, "docs/notes.md"));
    renameSync(join(project, "x.md"), join(project, "docs/guide.md"));
    await at("turn_end", 2);
    const { conflicts, untouched } = await restore("1");
    expect(conflicts).toEqual([
      { path: "x.md", reason: "changed outside of a turn; now docs/guide.md", isNew: false },
      { path: "docs/notes.md", reason: "it is what notes.md was, changed outside of a turn", isNew: true },
      { path: "docs/guide.md", reason: "it is what x.md was, changed outside of a turn", isNew: false },
    ]);
    expect(untouched).toEqual([]);
    const text = (path: string) => readFileSync(join(project, path), "utf8");
    expect([text("docs/notes.md"), text("docs/guide.md")]).toEqual([
      "a person's notes\n",
      "edited by a person\n",
    ]);
    expect(existsSync(join(project, "made.md"))).toBe(false);
    expect(await restore("1", { overwrite: true })).toMatchObject({ counts: { deleted: 1, changed: 1 } });
  }));

/** As an agent does it, in one call or in several. */
const MOVES = {
  "edited and moved": ["edit", "capture", "move"],
  "moved and edited": ["move", "capture", "edit"],
  "moved and edited in one call": ["move", "edit"],
  "copied, deleted and edited": ["copy", "capture", "delete", "capture", "edit"],
  "copied and edited, and then deleted": ["copy", "edit", "capture", "delete"],
  "deleted for a while, moved and edited": ["hide", "capture", "show", "capture", "move", "edit"],
} as const;

test.each(Object.entries(MOVES))("what a person wrote is kept also where it was %s", (_, actions) =>
  withPersonsFiles(async ({ root, project, put, at, restore }) => {
    const [from, to, hidden] = [
      join(project, "notes.md"),
      join(project, "docs/notes.md"),
      join(root, "hidden"),
    ];
    const perform = {
      edit: () => appendFileSync(existsSync(to) ? to : from, "by the agent\n"),
      move: () => renameSync(from, to),
      copy: () => copyFileSync(from, to),
      delete: () => put("notes.md", null),
      hide: () => renameSync(from, hidden),
      show: () => renameSync(hidden, from),
      capture: () => at("during_turn", 2),
    };
    for (const action of actions) await perform[action]();
    await at("turn_end", 2);
    const { conflicts } = await restore("1");
    expect(conflicts.map(({ path }) => path)).toEqual(["x.md", "docs/notes.md"]);
    expect(readFileSync(to, "utf8")).toBe("a person's notes\nby the agent\n");
  }),
);

test("what a person wrote is kept under the name of a backup that the agent made of it", () =>
  withPersonsFiles(async ({ project, put, at, restore }) => {
    renameSync(join(project, "notes.md"), join(project, "notes.md.orig"));
    put("notes.md", "written anew\n");
    await at("turn_end", 2);
    const { conflicts } = await restore("1");
    expect(conflicts.map(({ path }) => path)).toEqual(["notes.md", "x.md", "notes.md.orig"]);
    expect(readFileSync(join(project, "notes.md.orig"), "utf8")).toBe("a person's notes\n");
  }));

test("what a person wrote and the agent deleted is named, with the turn that deleted it", () =>
  withPersonsFiles(async ({ project, put, at, restore }) => {
    put("docs/guide.md", "a person's notes\nand more\n");
    put("x.md", "edited by the agent too\n");
    await at("during_turn", 2);
    put("notes.md", null);
    put("x.md", null);
    await at("turn_end", 2);
    const { conflicts, untouched } = await restore("1");
    expect(conflicts).toMatchObject([
      { path: "x.md", reason: "changed outside of a turn; deleted in turn 2" },
    ]);
    expect(untouched).toEqual([{ path: "notes.md", reason: "changed outside of a turn; deleted in turn 2" }]);
    await restore("2", { paths: ["notes.md"] });
    expect(readFileSync(join(project, "notes.md"), "utf8")).toBe("a person's notes\n");
  }));

test("a file of a person that is still there, or that they deleted themselves, is nothing to tell", () =>
  withPersonsFiles(async ({ put, at, restore }) => {
    put("docs/copy.md", "a person's notes\n");
    await at("turn_end", 2);
    put("x.md", "first\n");
    await at("prompt", 3);
    put("docs/guide.md", "third\n");
    await at("turn_end", 3);
    expect(await restore("1", { dryRun: true, yes: undefined })).toMatchObject({
      conflicts: [{ path: "notes.md", isNew: true }],
      untouched: [],
      counts: { created: 0, changed: 1, deleted: 2 },
    });
  }));

test.each(["handoff", "fork", "compact", "resume"] as const)(
  "the plan names a session that continued the one that is restored (%s)",
  (parentReason) =>
    withSnapshots(async ({ ctx, project, put, at, restore }) => {
      const one = sampleSession({ id: "ses_one", nativeId: "one", worktree: project, promptCount: 1 });
      const two = sampleSession({ id: "ses_two", nativeId: "two", worktree: project, promptCount: 1 });
      await ctx.store.replaceSession(one);
      await ctx.store.replaceSession({ ...two, parentId: one.id, parentReason });
      await at("prompt", 1, one.id);
      put("a", "1\n");
      await at("turn_end", 1, one.id);
      expect((await restore("1", { session: one.id, yes: undefined })).note ?? "").not.toContain(
        "taken back",
      );
      await at("prompt", 1, two.id);
      put("guide", "1\n");
      await at("turn_end", 1, two.id);
      const { note, counts } = await restore("1", { session: one.id, yes: undefined });
      expect(note).toContain("Also taken back: what was done in session two, which continued it.");
      expect(counts).toMatchObject({ deleted: 2 });
    }),
);
