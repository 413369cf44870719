import { expect, test } from "vitest";
import { deleteOperation } from "../../../src/checkpoints/operations/delete.ts";
import { inspect } from "../../../src/checkpoints/operations/inspect.ts";
import { nameOperation } from "../../../src/checkpoints/operations/name.ts";
import { save } from "../../../src/place/operations/save.ts";
import { renderNamed } from "../../../src/surfaces/cli/render/storage.ts";
import { withPlace } from "../../support/test-context.ts";

test("a checkpoint is named after it was saved, is kept then, and loses its name again", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    const { id } = await save.call(ctx, { note: "Before the move" });
    const stored = async () => (await inspect.call(ctx, { id })).checkpoint;
    expect(await stored()).toMatchObject({ name: null, retention: "auto" });

    const named = await nameOperation.call(ctx, { id, name: " before the move " });
    expect(named).toEqual({ id, name: "before the move", previous: null });
    expect(await stored()).toMatchObject({ name: "before the move", retention: "pinned" });
    expect(renderNamed(named)).toEqual([
      `${id} is now named before the move. It is kept until you delete it.`,
    ]);

    const removed = await nameOperation.call(ctx, { id: "before the move", remove: true });
    expect(removed).toEqual({ id, name: null, previous: "before the move" });
    expect(await stored()).toMatchObject({ name: null, retention: "auto" });
    expect(renderNamed(removed)).toEqual([`${id} has no name anymore. It was before the move.`]);
    expect(renderNamed(await nameOperation.call(ctx, { id, remove: true }))).toEqual([`${id} has no name.`]);
  }));

test("a safety point stays kept without its name", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    const { id } = await save.call(ctx, { name: "safe", trigger: "before_risk" });
    await nameOperation.call(ctx, { id, remove: true });
    expect((await inspect.call(ctx, { id })).checkpoint).toMatchObject({ name: null, retention: "pinned" });
  }));

test("a name must be given, must not look like an id or a turn, and is for a checkpoint outside the trash", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    const { id } = await save.call(ctx, {});
    const refused = ["chk_abcdef", "  ", "2", " 123456 "].map((name) => ({ name }));
    for (const input of [{}, { name: "a", remove: true }, ...refused])
      await expect(nameOperation.call(ctx, { id, ...input })).rejects.toMatchObject({
        code: "invalid_input",
      });
    for (const name of ["v2", "2 files", "20261128"])
      await expect(nameOperation.call(ctx, { id, name })).resolves.toMatchObject({ name });
    await deleteOperation.call(ctx, { id });
    await expect(nameOperation.call(ctx, { id, name: "a" })).rejects.toThrow(/in the trash.*--undo/);
  }));

test("a secret in a name is not stored", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    const { id } = await save.call(ctx, {});
    const { name } = await nameOperation.call(ctx, { id, name: "key AKIAIOSFODNN7EXAMPLQ" });
    expect(name).not.toContain("AKIAIOSFODNN7EXAMPLQ");
  }));
