import { expect, test } from "vitest";
import type { CheckpointView } from "../../src/checkpoints/checkpoint-view.ts";
import { connectedTo, toLineage } from "../../web/model/lineage.ts";

const checkpoint = (id: string, second: number, more: Partial<CheckpointView> = {}): CheckpointView => ({
  id,
  kind: "digest",
  trigger: "session_end",
  name: null,
  workflow: null,
  workflowType: null,
  step: null,
  stepNumber: null,
  progress: null,
  agent: "codex",
  session: "ses_a",
  nativeSession: null,
  continues: null,
  worktree: "/shop",
  branch: null,
  head: null,
  parent: null,
  digest: null,
  createdAt: `2026-11-26T10:00:0${second}.000Z`,
  retention: "auto",
  stateRoot: "root",
  abandoned: false,
  ...more,
});

const handedOver = { session: "ses_a", nativeSession: "a", agent: "codex", reason: "handoff" as const };

test("the lineage shows each session in its column, and where work went on in another one", () => {
  const { rows, edges, lanes } = toLineage([
    checkpoint("one", 1),
    checkpoint("two", 2, { parent: "one" }),
    checkpoint("other", 3, { session: "ses_b", continues: handedOver }),
    checkpoint("late", 4, { parent: "two" }),
  ]);
  expect(rows.map(({ checkpoint: { id }, lane, begins }) => [id, lane, begins])).toEqual([
    ["late", 0, null],
    ["other", 1, "ses_b"],
    ["two", 0, null],
    ["one", 0, "ses_a"],
  ]);
  expect(lanes).toBe(2);
  expect(edges).toEqual([
    { from: [2, 0], to: [0, 0], reason: null },
    { from: [2, 0], to: [1, 1], reason: "handoff" },
    { from: [3, 0], to: [2, 0], reason: null },
  ]);
});

test("no session stands in the column of a line that leads past it", () => {
  const { rows } = toLineage([
    checkpoint("one", 1),
    checkpoint("between", 2, { session: "ses_d" }),
    checkpoint("two", 3, { session: "ses_b", continues: handedOver }),
  ]);
  const lanes = rows.map(({ lane }) => lane);
  expect(new Set(lanes).size).toBe(3);
});

test("the lineage of one session contains what it continues and what continues it, and nothing else", () => {
  const all = [
    checkpoint("one", 1),
    checkpoint("two", 2, { session: "ses_b", continues: handedOver }),
    checkpoint("three", 3, { session: "ses_c", parent: "two" }),
    checkpoint("strange", 4, { session: "ses_d" }),
  ];
  for (const session of ["ses_a", "ses_b", "ses_c"])
    expect(connectedTo(all, session).map(({ id }) => id)).toEqual(["one", "two", "three"]);
  expect(connectedTo(all, "ses_d").map(({ id }) => id)).toEqual(["strange"]);
});
