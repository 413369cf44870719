import { existsSync, rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { deleteOperation } from "../../src/checkpoints/operations/delete.ts";
import { resume } from "../../src/place/operations/resume.ts";
import { save } from "../../src/place/operations/save.ts";
import { styleFor } from "../../src/surfaces/cli/layout/style.ts";
import { render } from "../../src/surfaces/cli/render/render.ts";
import { AgentSession } from "../support/agent-session.ts";
import { DAY, failed, pendingPlace, placeFile, withShared } from "../support/pending-place.ts";
import { withPlace } from "../support/test-context.ts";

const DEAD = { pid: 4_194_305 };
const AS = (nativeSession: string) => ({ agent: "claude-code", nativeSession });

/** The context of a program that runs in a session. */
function within(ctx: OpenContext, nativeSession: string): OpenContext {
  return { ...ctx, caller: { ...ctx.caller, ...AS(nativeSession) } };
}

describe("the chosen place", () => {
  test("P27: is that of the asking session, however old", () =>
    withShared(async ({ open, clock }, shared) => {
      pendingPlace(shared, "mine", "mine", clock.now - 90_000);
      pendingPlace(shared, "other", "other");
      const { place, warnings } = await resume.call(await open(AS("mine")), {});
      expect([place?.task, warnings]).toEqual(["mine", []]);
    }));

  test("P29: is the only one of another session, with a warning", () =>
    withShared(async ({ open }, shared) => {
      pendingPlace(shared, "other", "theirs");
      const { place, warnings } = await resume.call(await open(AS("mine")), {});
      expect(place?.task).toBe("theirs");
      expect(warnings).toEqual([expect.stringMatching(/^Session-id mismatch: .* other, .* mine/)]);
    }));

  test("P28 P30: if there are several, is not guessed: they are listed, newest first, with task, branch and date", () =>
    withShared(async ({ open, clock }, shared) => {
      pendingPlace(shared, "a", "older", clock.now - 60_000);
      pendingPlace(shared, "b", "newer", clock.now);
      const ctx = await open(AS("mine"));
      const error = await failed(resume.call(ctx, { yes: true }));
      expect(error.code).toBe("ambiguous_id");
      expect(error.message).toMatch(
        /1\. Task: newer {2}Branch: main {2}\(saved 2026-11-21 .*\n {2}2\. Task: older/,
      );
      const { place, warnings } = await resume.call(ctx, { choice: "2" });
      expect(place?.task).toBe("older");
      expect(warnings).toEqual([expect.stringContaining("mismatch")]);
      expect(shared.files().filter((name) => name.includes("pending"))).toHaveLength(2);
    }));

  test("P30: after an invalid answer, is asked for once more; then, and for skip, it is the newest", () =>
    withShared(async ({ open, clock }, shared) => {
      pendingPlace(shared, "a", "older", clock.now - 60_000);
      pendingPlace(shared, "b", "newer", clock.now);
      const ctx = await open(AS("mine"));
      for (const choice of ["9", "0", "first"]) {
        const { message, next } = await failed(resume.call(ctx, { choice }));
        expect(message).toContain("no such number");
        expect(next).toContain("--tries 1");
        expect((await resume.call(ctx, { choice, tries: 1 })).place?.task).toBe("newer");
      }
      expect((await resume.call(ctx, { choice: "skip" })).place?.task).toBe("newer");
    }));

  test("P28 P31: without a sentinel, is the newest file by its time, not by its name", () =>
    withShared(async ({ open, clock }, shared) => {
      shared.write(`memory/checkpoints/2026-11-21-a.md`, placeFile("a"), clock.now - 60_000);
      shared.write(`memory/checkpoints/2026-11-03-b.md`, placeFile("b"), clock.now - 1_000);
      expect((await resume.call(await open(AS("mine")), {})).place?.task).toBe("b");
    }));

  test("P31: is the one that someone saved rather than the automatic one of the same task and day", () =>
    withShared(async ({ open, clock }, shared) => {
      const said = placeFile("t", { intent: "mine" });
      shared.write(`memory/checkpoints/${DAY}-t.md`, said, clock.now - 60_000);
      shared.write(`memory/checkpoints/${DAY}-t-precompact.md`, placeFile("t"), clock.now);
      const ctx = await open(AS("mine"));
      expect((await resume.call(ctx, {})).place?.intent).toBe("mine");
      shared.write(`memory/checkpoints/${DAY}-t-2-precompact.md`, placeFile("t"), clock.now + 1);
      expect((await resume.call(ctx, {})).place?.intent).toBe("mine");
      shared.write(`memory/checkpoints/${DAY}-t-2.md`, placeFile("t-2"), clock.now - 1_000);
      expect((await resume.call(ctx, {})).place).toMatchObject({ task: "t", intent: "mine" });
      rmSync(shared.path(`memory/checkpoints/${DAY}-t.md`));
      expect((await resume.call(ctx, {})).file).toContain("t-2-precompact");
    }));

  test("is the work in the store if that is newer than all files", () =>
    withShared(async ({ open, clock }, shared) => {
      shared.write(`memory/checkpoints/${DAY}-old.md`, placeFile("old"), clock.now - 60_000);
      const ctx = await open();
      const session = new AgentSession(ctx, clock, DEAD);
      await session.prompt("Build the importer.");
      expect((await resume.call(ctx, {})).session?.id).toBe((await session.row()).nativeId);
    }));

  test("without a shared directory, is found by the sentinel that the session before has written", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = new AgentSession(ctx, clock, DEAD);
      await session.prompt("Build the importer. Never write to the production bucket.");
      const { nativeId } = await session.row();
      await save.call(within(ctx, nativeId), { note: "quote the fields", stage: "implement" });
      const next = within(ctx, "next-session");
      const resumed = await resume.call(next, { yes: true });
      expect(resumed.place).toMatchObject({
        intent: "quote the fields",
        stage: "implement",
        voluntary: true,
      });
      expect(resumed.sections.flatMap(({ items }) => items).join()).toContain("production bucket");
      expect(resumed.restored).toBe(true);
    }));

  test.each([
    ["has ended", (session: AgentSession) => session.end()],
    ["was compacted", (session: AgentSession) => session.compact()],
  ])("is still what someone saved if the session %s since", (_, go) =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = new AgentSession(ctx, clock, DEAD);
      await session.prompt("Build the importer.");
      const { id, nativeId } = await session.row();
      await save.call(within(ctx, nativeId), { note: "quote the fields", task: "importer" });
      await session.prompt("Now the exporter, too.");
      await go(session);
      const [newest] = await ctx.store.listCheckpoints({ sessionId: id, limit: 1 });
      expect(newest?.kind).toBe("digest");
      const resumed = await resume.call(within(ctx, "next-session"), { yes: true });
      expect(resumed.place).toMatchObject({ task: "importer", intent: "quote the fields", voluntary: true });
      expect(resumed.sections.flatMap(({ items }) => items).join()).toContain("exporter");
      expect(resumed.restored).toBe(true);
    }),
  );

  test("is gathered from the session if the checkpoint with the place was deleted", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = new AgentSession(ctx, clock, DEAD);
      await session.prompt("Build the importer.");
      const { nativeId } = await session.row();
      const { id } = await save.call(within(ctx, nativeId), { note: "quote the fields" });
      await deleteOperation.call(ctx, { id });
      const resumed = await resume.call(within(ctx, "next-session"), { yes: true });
      expect(resumed.place).toMatchObject({ intent: "Build the importer.", voluntary: false });
    }));

  test("if the session saved it and was not compacted, comes with a warning that the session still knows it", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = new AgentSession(ctx, clock, DEAD);
      await session.prompt("Build the importer.");
      const mine = within(ctx, (await session.row()).nativeId);
      await save.call(mine, {});
      expect((await resume.call(mine, {})).warnings).toEqual([
        expect.stringContaining("still knows all of this"),
      ]);
      const row = await session.row();
      await ctx.store.replaceSession({ ...row, capture: { ...row.capture, compactions: 1 } });
      expect((await resume.call(mine, {})).warnings).toEqual([]);
    }));
});

describe("restoring", () => {
  test("P32 P34: shows the place first; the paths to read come only with yes, and missing ones are drift", () =>
    withShared(async ({ open }, shared) => {
      const plan = shared.write("t/current-plan.md", "step 1");
      const gone = shared.path("t/review-1.md");
      const artifacts = { plan, architecture: null, critic: null, review: gone, sessionState: null };
      const change = { artifacts, branch: "old", questions: ["Which rounding?"] };
      const file = shared.write(`memory/checkpoints/${DAY}-t.md`, placeFile("t", change));
      shared.write("memory/pending-restore-mine.txt", `${file}\n`);
      const ctx = await open(AS("mine"));
      const shown = await resume.call(ctx, {});
      expect(shown).toMatchObject({
        read: [],
        restored: false,
        place: { task: "t", branch: "old", intent: "go on" },
      });
      expect(shown.drift).toEqual(["branch was old, is unknown", `missing: ${gone}`]);
      expect((await resume.call(ctx, { yes: true })).read).toEqual([plan]);
    }));

  test("P39 P40 P41 P42: moves the sentinel to the trash, keeps the place file, and adds a row to the ledger", () =>
    withShared(async ({ open }, shared) => {
      const ctx = await open(AS("mine"));
      await save.call(ctx, { task: "t" });
      await resume.call(ctx, { yes: true });
      expect(shared.files()).toEqual([
        `memory/checkpoints/${DAY}-t.md`,
        `memory/trash/${DAY}/pending-restore-mine.txt`,
        "t/cost-ledger.md",
      ]);
      expect(shared.read("t/cost-ledger.md").split("\n")).toEqual([
        `mine | ${DAY} | checkpoint | haiku | task | save | 0`,
        `mine | ${DAY} | checkpoint | haiku | task | restore | 0`,
        "",
      ]);
    }));

  test.each(["session", "checkpoint"])(
    "P39: moves it to the trash also when it is resumed by the id of its %s",
    (which) =>
      withPlace(async (place) => {
        const ctx = await place.open(AS("mine"));
        await new AgentSession(ctx, place.clock, { nativeSession: "mine" }).prompt("Build the importer.");
        const older = await save.call(ctx, { task: "t" });
        const { id, place: saved } = await save.call(ctx, { task: "t", note: "further" });
        const isPending = () => existsSync(saved?.pending ?? "");
        await resume.call(ctx, { id: older.id, yes: true });
        expect(isPending()).toBe(true);
        const shown = await resume.call(ctx, { id: which === "session" ? "mine" : id, yes: true });
        expect(shown.restored).toBe(true);
        expect(isPending()).toBe(false);
        const lines = render("resume", shown, { style: styleFor(false), now: place.clock.now, columns: 80 });
        expect(lines.join("\n")).not.toContain("Nothing is pending");
        expect(lines.join("\n")).toContain("The place is restored and no longer pending.");
      }),
  );

  test("in a shared directory too, the place that is resumed by the id of its checkpoint is pending no more", () =>
    withShared(async ({ open, clock }, shared) => {
      const ctx = await open(AS("mine"));
      await new AgentSession(ctx, clock, { nativeSession: "mine" }).prompt("Build the importer.");
      const older = await save.call(ctx, { task: "t", note: "read the header" });
      const newer = await save.call(ctx, { task: "t", note: "quote the fields" });
      const pending = () => shared.files().filter((name) => name.startsWith("memory/pending-"));
      await resume.call(ctx, { id: older.id, yes: true });
      expect(pending()).toEqual(["memory/pending-restore-mine.txt"]);
      await resume.call(ctx, { id: newer.id, yes: true });
      expect(pending()).toEqual([]);
    }));

  test("P42: two concurrent restores of one place write one row", () =>
    withShared(async ({ open }, shared) => {
      const ctx = await open(AS("mine"));
      await save.call(ctx, { task: "t" });
      await Promise.all([1, 2, 3].map(() => resume.call(ctx, { yes: true })));
      expect(shared.read("t/cost-ledger.md").match(/restore/g)).toHaveLength(1);
    }));

  test("P42: a child process after its parent writes no second row, but another session does", () =>
    withShared(async ({ open }, shared) => {
      const ctx = await open(AS("mine"));
      await save.call(ctx, { task: "t" });
      for (const caller of ["mine", "mine", "another"]) await resume.call(within(ctx, caller), { yes: true });
      await save.call(ctx, { task: "t", note: "further" });
      await resume.call(ctx, { yes: true });
      const rows = shared.read("t/cost-ledger.md").trim().split("\n");
      expect(rows.map((row) => `${row.split(" ")[0]} ${row.split(" | ")[5]}`)).toEqual([
        "mine save",
        "mine restore",
        "another restore",
        "mine save",
        "mine restore",
      ]);
    }));

  test("P39: if the sentinel cannot be moved, there is a warning and it is kept", () =>
    withShared(async ({ open }, shared) => {
      const ctx = await open(AS("mine"));
      const { place } = await save.call(ctx, { task: "t" });
      shared.write("memory/trash", "a file stands in the way");
      const { warnings } = await resume.call(ctx, { yes: true });
      expect(warnings).toContainEqual(expect.stringContaining("could not be moved to the trash"));
      expect(existsSync(place?.pending ?? "")).toBe(true);
    }));

  test("--as-reference only shows: nothing is consumed, and no row is written", () =>
    withShared(async ({ open }, shared) => {
      const ctx = await open(AS("mine"));
      await save.call(ctx, { task: "t" });
      const before = shared.files();
      expect((await resume.call(ctx, { yes: true, asReference: true })).restored).toBe(false);
      expect(shared.files()).toEqual(before);
      expect(shared.read("t/cost-ledger.md")).not.toContain("restore");
    }));
});
