import { expect, test } from "vitest";
import { diff } from "../../../src/checkpoints/operations/diff.ts";
import { save } from "../../../src/place/operations/save.ts";
import { withPlace } from "../../support/test-context.ts";

test("states that differ only in the order of their keys are equal", () =>
  withPlace(async ({ open }) => {
    const ctx = await open();
    await save.call(ctx, { name: "one", state: { plan: { b: 1, a: [2] }, done: 3 } });
    await save.call(ctx, { name: "two", state: { done: 3, plan: { a: [2], b: 1 } } });
    await save.call(ctx, { name: "three", state: { done: 3, plan: { a: [2], b: 2 } } });
    expect(await diff.call(ctx, { from: "one", to: "two" })).toMatchObject({ equal: true });
    expect(await diff.call(ctx, { from: "one", to: "three" })).toMatchObject({ equal: false });
  }));
