import { expect, test } from "vitest";
import { styleFor } from "../../../src/surfaces/cli/layout/style.ts";
import { renderLineage } from "../../../src/surfaces/cli/render/lineage.ts";

const how = { style: styleFor(false), now: Date.UTC(2026, 10, 22), columns: 60 };

const node = (id: string, parent: string | null, more: object = {}) => ({
  id,
  parent,
  workflow: "release",
  title: id.toUpperCase(),
  createdAt: "2026-11-21T00:00:00.000Z",
  abandoned: false,
  ...more,
});

test("what continues keeps its column; forks and what a rewind left stand beside it", () => {
  const nodes = [
    node("a", "gone"),
    node("b", "a", { abandoned: true }),
    node("c", "b", { abandoned: true }),
    node("d", "a"),
    node("e", "d", { workflow: "fork" }),
    node("f", "d"),
  ];
  expect(renderLineage({ runs: [], nodes }, how)).toEqual([
    "release",
    "● A a 1d ago",
    "├─╮ abandoned by a rewind",
    "│ ○ B b 1d ago",
    "│ ├─╮ abandoned by a rewind",
    "│ │ ○ C c 1d ago",
    "● D d 1d ago",
    "├─╮ fork",
    "│ ● E e 1d ago",
    "● F f 1d ago",
  ]);
});

test("a long name is cut to the width, and a circle of parents ends", () => {
  const title = "a name that is longer than the whole line of the terminal is wide";
  const [, line = ""] = renderLineage({ runs: [], nodes: [node("a", null, { title })] }, how);
  expect(line.length).toBeLessThanOrEqual(60);
  expect(line).toMatch(/…/);
  const circle = [node("a", null), node("b", "c"), node("c", "b"), node("b", "a")];
  expect(renderLineage({ runs: [], nodes: circle }, how).length).toBeLessThan(10);
});
