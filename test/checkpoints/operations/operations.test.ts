import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, test } from "vitest";
import type { Context } from "../../../src/kernel/context.ts";
import type { Checkpoint } from "../../../src/kernel/record.ts";
import { loadOperations } from "../../../src/operations.ts";
import { AgentSession } from "../../support/agent-session.ts";
import { withPlace } from "../../support/test-context.ts";

const operations = await loadOperations();

// Outputs are read as plain JSON, as a surface would.
function call(ctx: Context, name: string, input: unknown = {}) {
  const operation = operations.find((each) => each.name === name)!;
  return operation.call(ctx, input) as Promise<any>; // eslint-disable-line typescript/no-explicit-any
}

const STATE = {
  current_phase: "2.5",
  completed_phases: ["0", "1", "2"],
  pending_phases: ["3", "4"],
  decisions: [{ phase: "1", decision: "Use PostgreSQL", rationale: "teams" }],
  files_modified: ["/src/auth/login.ts"],
  todos: [
    { content: "Implement auth", status: "completed" },
    { content: "Create endpoints", status: "in_progress" },
  ],
};

describe("save", () => {
  test("D7 D8 D10 D36 D39: gives the record an id, its run's step number and parent, and a time", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      const first = await call(ctx, "save", { workflow: "conductor_app", step: "Phase 1", state: STATE });
      const second = await call(ctx, "save", { workflow: "conductor_app", step: "Phase 2" });
      expect(first.id).toMatch(/^chk_[0-9a-hjkmnp-tv-z]{16}$/);
      expect(first).toMatchObject({
        workflow: "conductor_app",
        stepNumber: 1,
        progress: 60,
        kind: "step",
        parent: null,
      });
      expect(second).toMatchObject({ stepNumber: 2, parent: first.id });
      expect(first.createdAt).toMatch(/^2026-11-21T12:00:00\.\d{3}Z$/);
    }));

  test("D36: workflows of the same name in two projects are two runs", () =>
    withPlace(async ({ open, root }) => {
      await call(await open(), "save", { workflow: "release" });
      const other = await call(await open({ cwd: root }), "save", { workflow: "release" });
      expect(other).toMatchObject({ stepNumber: 1, parent: null });
    }));

  test.each(['{"__proto__":{"a":1},"b":2}', '{"list":[[],{},-0,"\\u0000"]}', '{"text":"plain"}'])(
    "D6: any JSON comes back as it was given: %s",
    (text) =>
      withPlace(async ({ open }) => {
        const ctx = await open();
        const { id } = await call(ctx, "save", { state: JSON.parse(text) });
        const { state } = await call(ctx, "inspect", { id });
        expect(state).toStrictEqual(JSON.parse(text));
        expect(Object.keys(Object(state))).toEqual(Object.keys(Object(JSON.parse(text))));
      }),
  );

  test("an integer that a double cannot carry is kept", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      const { id } = await call(ctx, "save", { state: { n: 2n ** 80n } });
      expect((await call(ctx, "inspect", { id })).state).toEqual({ n: 2n ** 80n });
    }));

  test("100,000 levels are refused, not a stack overflow", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      let deep: unknown = 1;
      for (let level = 0; level < 100_000; level++) deep = [deep];
      await expect(call(ctx, "save", { state: deep })).rejects.toThrow("nested deeper than 1000 levels");
    }));

  test("D60: named checkpoints and phase ends are pinned", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      expect((await call(ctx, "save", { name: "before-refactor" })).retention).toBe("pinned");
      expect((await call(ctx, "save", { trigger: "phase_complete" })).retention).toBe("pinned");
      expect((await call(ctx, "save")).retention).toBe("auto");
    }));

  test("D50: no secret reaches the store", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      const secret = "postgres://app:s3cr3tpassw0rd@db/app";
      const { id } = await call(ctx, "save", { digest: `use ${secret}`, state: { note: secret }, name: "x" });
      const shown = await call(ctx, "inspect", { id });
      expect(JSON.stringify([shown, await ctx.store.getCheckpoint(id)])).not.toContain("s3cr3tpassw0rd");
    }));
});

describe("reading", () => {
  test("D4 D57: inspect shows the state and the lineage", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      const parent = await call(ctx, "save", { workflow: "w", state: STATE });
      const child = await call(ctx, "save", { workflow: "w" });
      const shown = await call(ctx, "inspect", { id: parent.id.slice(4, 12) });
      expect(shown.state).toEqual(STATE);
      expect(shown.parent).toBeNull();
      expect(shown.children.map(({ id }: { id: string }) => id)).toEqual([child.id]);
    }));

  test("D2 D40 D42 D43 D45: resume brings back todos, decisions and the next action", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      const { id } = await call(ctx, "save", { workflow: "w", state: STATE });
      expect(await call(ctx, "resume", { id })).toMatchObject({
        state: STATE,
        phase: "2.5",
        completed: ["0", "1", "2"],
        todos: STATE.todos,
        decisions: STATE.decisions,
        files: STATE.files_modified,
        next: "3",
        warning: null,
      });
    }));

  test("resume without an id asks when two runs are plausible", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      await call(ctx, "save", { workflow: "one" });
      await call(ctx, "save", { workflow: "two" });
      await expect(call(ctx, "resume")).rejects.toMatchObject({ code: "ambiguous_id" });
    }));

  test("D26: a named session or workflow is found from anywhere, the session by its client's id too", () =>
    withPlace(async ({ open, root, clock }) => {
      const session = new AgentSession(await open(), clock, { nativeSession: "native" });
      await session.prompt("Build the importer.");
      await session.compact();
      const [shown] = (await call(await open(), "list")).checkpoints;
      expect(shown.nativeSession).toBe("native");
      expect((await call(await open(), "inspect", { id: shown.id })).checkpoint.nativeSession).toBe("native");
      await call(await open(), "save", { workflow: "w" });
      const outside = await open({ cwd: root });
      expect((await call(outside, "list")).checkpoints).toEqual([]);
      expect((await call(outside, "list", { workflow: "w" })).checkpoints).toHaveLength(1);
      await call(outside, "save");
      const { id } = await session.row();
      for (const key of [id, "native"])
        expect((await call(outside, "list", { session: key })).checkpoints).toMatchObject([{ session: id }]);
      await expect(call(outside, "list", { session: "unknown" })).rejects.toMatchObject({
        code: "not_found",
        message: "No session unknown is known here.",
      });
    }));

  test("D26: list is of this project and can be narrowed", () =>
    withPlace(async ({ open, root }) => {
      const ctx = await open();
      await call(ctx, "save", { workflow: "a" });
      await call(await open({ cwd: root }), "save", { workflow: "b" });
      expect((await call(ctx, "list")).checkpoints).toHaveLength(1);
      expect((await call(ctx, "list", { all: true })).checkpoints).toHaveLength(2);
      expect((await call(ctx, "list", { workflow: "b" })).checkpoints).toHaveLength(0);
      await expect(call(ctx, "list", { limit: -1 })).rejects.toMatchObject({ code: "invalid_input" });
    }));

  test("diff separates todos and decisions from the rest", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      await call(ctx, "save", { workflow: "w", state: STATE });
      const todos = [
        STATE.todos[0],
        { content: "Create endpoints", status: "completed" },
        { content: "Ship", status: "pending" },
      ];
      const later = await call(ctx, "save", {
        workflow: "w",
        state: { ...STATE, todos },
        decisions: [{ decision: "REST" }],
      });
      expect(await call(ctx, "diff", { from: later.id })).toMatchObject({
        equal: false,
        todos: {
          added: ["Ship"],
          removed: [],
          changed: [{ item: "Create endpoints", before: "in progress", after: "completed" }],
        },
        decisions: { added: ["REST"] },
      });
    }));
});

describe("deleting", () => {
  test("D29: delete moves to the trash, by id or by age, and keeps pinned ones", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const old = await call(ctx, "save");
      const named = await call(ctx, "save", { name: "keep" });
      clock.now += 8 * 86_400_000;
      expect((await call(ctx, "delete", { olderThan: "7d", dryRun: true })).deleted).toEqual([old.id]);
      await call(ctx, "delete", { olderThan: "7d" });
      expect((await call(ctx, "list")).checkpoints.map(({ id }: { id: string }) => id)).toEqual([named.id]);
      await call(ctx, "delete", { id: named.id });
      expect((await call(ctx, "list")).checkpoints).toEqual([]);
    }));

  test("expired checkpoints after a thousand pinned ones are deleted too", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const { id } = await call(ctx, "save");
      const old = await ctx.store.getCheckpoint(id);
      if (!old) throw new Error("not saved");
      // One commit for all: what is slow is not what is proved.
      const saveAll = (count: number, toRecord: (i: number) => Partial<Checkpoint>) =>
        ctx.store.transaction(async (store) => {
          for (let i = 0; i < count; i++)
            await store.saveCheckpoint({ ...old, id: ctx.newId("chk"), ...toRecord(i) }, new Map());
        });
      await saveAll(1_000, () => ({ retention: "pinned", createdAt: clock.now++ }));
      clock.now += 8 * 86_400_000;
      expect((await call(ctx, "delete", { olderThan: "7d", dryRun: true })).deleted).toEqual([id]);
      await saveAll(1_500, (i) => ({ createdAt: old.createdAt + i }));
      // All but the newest of the worktree.
      expect(await call(ctx, "prune")).toMatchObject({ checkpoints: 1_500 });
      expect(await call(ctx, "prune")).toMatchObject({ checkpoints: 0 });
    }));

  test('the word "false" in a query string does not turn a flag on', () =>
    withPlace(async ({ open, root }) => {
      const ctx = await open();
      const { id } = await call(ctx, "save");
      await call(await open({ cwd: root }), "save");
      expect((await call(ctx, "list", { all: "false" })).checkpoints).toHaveLength(1);
      expect((await call(ctx, "list", { all: "true" })).checkpoints).toHaveLength(2);
      await call(ctx, "delete", { id, dryRun: "false" });
      expect((await call(ctx, "list")).checkpoints).toEqual([]);
      await expect(call(ctx, "list", { all: "perhaps" })).rejects.toThrow("all");
    }));

  test("D5: one damaged node does not stop a prune; it is named", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      const { id } = await call(ctx, "save", {
        state: { a: Array.from({ length: 200 }, (_, i) => `entry ${i}`) },
      });
      const { stateRoot = "" } = (await ctx.store.getCheckpoint(id)) ?? {};
      await ctx.close();
      const db = new DatabaseSync(ctx.paths.database);
      db.prepare("update nodes set bytes = ? where key = ?").run(
        Buffer.from("l[[1"),
        Buffer.from(stateRoot, "hex"),
      );
      db.close();
      expect(await call(await open(), "prune")).toMatchObject({ damaged: [stateRoot] });
    }));

  test("R-Q4: prune forgets handled events after a month, not before", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await ctx.store.markEventHandled("evt_old", clock.now, "{}");
      clock.now += 29 * 86_400_000;
      await call(ctx, "prune");
      expect(await ctx.store.handledEvent("evt_old")).toBeDefined();
      clock.now += 2 * 86_400_000;
      await call(ctx, "prune");
      expect(await ctx.store.handledEvent("evt_old")).toBeUndefined();
    }));

  test("S21 S43 S48 D5 R-P10: prune deletes expired checkpoints, keeps pinned ones and sweeps their nodes", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await call(ctx, "save", { state: { text: "x".repeat(5_000) } });
      const named = await call(ctx, "save", { name: "keep", state: { text: "y".repeat(5_000) } });
      clock.now += 8 * 86_400_000;
      expect(await call(ctx, "prune", { dryRun: true })).toMatchObject({ checkpoints: 1 });
      expect(await call(ctx, "prune")).toMatchObject({ checkpoints: 1, nodes: 2 });
      expect((await call(ctx, "inspect", { id: named.id })).state).toEqual({ text: "y".repeat(5_000) });
    }));

  test("a name finds the newest with it, in this project only", () =>
    withPlace(async ({ open, root }) => {
      const ctx = await open();
      await call(ctx, "save", { name: "before refactor", state: { n: 1 } });
      const newest = await call(ctx, "save", { name: "before refactor", state: { n: 2 } });
      const later = await call(ctx, "save", { state: { n: 3 } });
      expect((await call(ctx, "inspect", { id: "before refactor" })).checkpoint).toMatchObject({
        id: newest.id,
      });
      expect((await call(ctx, "resume", { id: "before refactor" })).checkpoint).toMatchObject({
        id: newest.id,
      });
      expect(await call(ctx, "diff", { from: "before refactor", to: later.id })).toMatchObject({
        from: newest.id,
      });
      const elsewhere = await open({ cwd: root });
      await expect(call(elsewhere, "inspect", { id: "before refactor" })).rejects.toThrow(
        'is named "before refactor"',
      );
    }));

  test("SEC-S43: an id that cannot be one is refused before the store is asked", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      for (const id of ["../../x", "..%2f", "a/b", "a\0b", ".", "", "%%%%%%", "a\nb"]) {
        await expect(call(ctx, "inspect", { id })).rejects.toMatchObject({ code: "invalid_input" });
      }
      for (const id of ["chk_zzzzzz", "CON"])
        await expect(call(ctx, "inspect", { id })).rejects.toMatchObject({ code: "not_found" });
    }));
});
