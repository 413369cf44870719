import { expect, test } from "vitest";
import { list } from "../../../src/capture/operations/list.ts";
import { deleteOperation } from "../../../src/checkpoints/operations/delete.ts";
import { inspect } from "../../../src/checkpoints/operations/inspect.ts";
import { prune } from "../../../src/checkpoints/operations/prune.ts";
import { save } from "../../../src/place/operations/save.ts";
import { renderDeleted } from "../../../src/surfaces/cli/render/storage.ts";
import { withPlace } from "../../support/test-context.ts";

test("a trashed checkpoint can be restored by its id within a week", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const { id } = await save.call(ctx, { name: "keep" });
    await deleteOperation.call(ctx, { id });
    expect((await list.call(ctx, {})).checkpoints).toEqual([]);
    const undone = await deleteOperation.call(ctx, { id: id.slice(0, 12), undo: true });
    expect(undone).toEqual({ deleted: [], undone: [id], unchanged: [], dryRun: false });
    expect((await list.call(ctx, {})).checkpoints).toMatchObject([{ id }]);
    await deleteOperation.call(ctx, { id });
    clock.now += 8 * 86_400_000;
    await prune.call(ctx, {});
    await expect(deleteOperation.call(ctx, { id, undo: true })).rejects.toMatchObject({ code: "not_found" });
  }));

test("only one that is named is taken out again", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    for (const input of [{ undo: true }, { olderThan: "7d", undo: true }])
      await expect(deleteOperation.call(ctx, input)).rejects.toMatchObject({ code: "invalid_input" });
  }));

test("--undo reports a checkpoint that is not in the trash, and delete one that already is", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    const { id } = await save.call(ctx, { name: "keep" });
    const shown = async (input: object) => {
      const output = await deleteOperation.call(ctx, input);
      return renderDeleted(output).join("\n");
    };
    expect(await shown({ id, undo: true })).toBe(`Nothing changed: ${id} is not in the trash.`);
    expect(await shown({ id })).toContain("Moved 1 checkpoint to the trash");
    expect(await shown({ id })).toBe(`Nothing changed: ${id} is already in the trash.`);
    expect(await shown({ id, undo: true })).toBe(`Restored ${id} from the trash.`);
  }));

test("a unique name works like an id, even to restore from the trash", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    const { id } = await save.call(ctx, { name: "before the fix" });
    expect((await deleteOperation.call(ctx, { id: "before the fix" })).deleted).toEqual([id]);
    const { id: newer } = await save.call(ctx, { name: "before the fix" });
    expect((await deleteOperation.call(ctx, { id: "before the fix", undo: true })).undone).toEqual([id]);
    await expect(deleteOperation.call(ctx, { id: "before the fix" })).rejects.toMatchObject({
      code: "ambiguous_id",
      details: { candidates: [newer, id] },
    });
    expect((await list.call(ctx, {})).checkpoints).toHaveLength(2);
  }));

test("saving under a name that another checkpoint has warns of it", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    const first = await save.call(ctx, { name: "nightly 👨‍👩‍👧" });
    expect(first.warning).toBe(null);
    const second = await save.call(ctx, { name: "nightly 👨‍👩‍👧" });
    expect(second.warning).toContain(first.id);
    expect((await inspect.call(ctx, { id: "nightly 👨‍👩‍👧" })).checkpoint.id).toBe(second.id);
    await deleteOperation.call(ctx, { id: second.id });
    await deleteOperation.call(ctx, { id: first.id });
    expect((await save.call(ctx, { name: "nightly 👨‍👩‍👧" })).warning).toBe(null);
  }));
