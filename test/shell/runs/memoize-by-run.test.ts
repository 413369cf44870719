import { expect, test } from "vitest";
import { memoizeByRun } from "../../../src/shell/runs/memoize-by-run.ts";

test("what was computed for a run and a root is remembered for these", () => {
  const asked: unknown[] = [];
  const remembered = memoizeByRun((run: { id: number }, root) => {
    asked.push([run.id, root]);
    return asked.length;
  });
  const [one, other] = [{ id: 1 }, { id: 2 }];
  expect([
    remembered(one, "/a"),
    remembered(one, "/a"),
    remembered(one, "/b"),
    remembered(other, "/a"),
  ]).toEqual([1, 1, 2, 3]);
  expect([remembered(one, undefined), remembered(one, "/a"), remembered(one, undefined)]).toEqual([4, 1, 4]);
  expect(asked).toHaveLength(4);
});
