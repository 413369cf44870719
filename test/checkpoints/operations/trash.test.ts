import { expect, test } from "vitest";
import { deleteOperation } from "../../../src/checkpoints/operations/delete.ts";
import { list } from "../../../src/checkpoints/operations/list.ts";
import { prune } from "../../../src/checkpoints/operations/prune.ts";
import { save } from "../../../src/checkpoints/operations/save.ts";
import { withPlace } from "../../support/test-context.ts";

test("what was moved to the trash is taken out again within a week, by its id", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const { id } = await save.call(ctx, { name: "keep" });
    await deleteOperation.call(ctx, { id });
    expect((await list.call(ctx, {})).checkpoints).toEqual([]);
    const undone = await deleteOperation.call(ctx, { id: id.slice(0, 12), undo: true });
    expect(undone).toEqual({ deleted: [], undone: [id], dryRun: false });
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
