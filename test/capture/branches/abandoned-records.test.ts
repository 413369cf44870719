import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { abandonedIds, changesOf, isBetween } from "../../../src/capture/branches/abandoned-records.ts";
import type { AbandonedPeriod } from "../../../src/kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Checkpoint } from "../../../src/kernel/record.ts";
import type { StoredCheckpoint } from "../../../src/kernel/storage/checkpoint-storage.ts";
import type { Store } from "../../../src/kernel/storage/store.ts";
import { openStore } from "../../../src/store/open-store.ts";
import { sampleChildKeys } from "../../../src/testing/index.ts";
import { sampleCheckpoint, sampleId } from "../../../src/testing/sample-records.ts";

const LEFT: AbandonedPeriod = { from: 100_000, last: 200_000, until: 300_000 };
const SHORT: AbandonedPeriod = { ...LEFT, last: 299_000 };
const OPEN: AbandonedPeriod = { ...LEFT, until: Number.POSITIVE_INFINITY };

let store: Store;
beforeAll(async () => {
  store = await openStore({ file: ":memory:", childKeys: sampleChildKeys });
});
afterAll(() => store.close());

type Named = Partial<Checkpoint> & { name: string };

/** Saves records of one session, in their order. */
async function saved(...changes: Partial<Checkpoint>[]): Promise<string> {
  const sessionId = sampleId("ses");
  for (const change of changes)
    await store.saveCheckpoint(sampleCheckpoint({ sessionId, ...change }), new Map());
  return sessionId;
}

/** What changes about them, by their names. */
async function changes(
  records: Named[],
  left: readonly AbandonedPeriod[],
  before: Capture["left"] = [],
): Promise<[string | null, number | null][]> {
  const id = await saved(...records);
  const found = await changesOf(store, { id }, { left, before, at: 900_000 });
  const byId = await Promise.all(
    found.map(
      async (change) => [(await store.getCheckpoint(change.id))?.name ?? null, change.abandonedAt] as const,
    ),
  );
  return byId.map(([name, abandonedAt]): [string | null, number | null] => [name, abandonedAt]).toReversed();
}

describe("a record of a branch that was left", () => {
  test.each<[string, Partial<Omit<Checkpoint, "name">>, AbandonedPeriod, boolean]>([
    ["made before it began", { createdAt: 99_999 }, LEFT, false],
    ["made when it began", { createdAt: 100_000 }, LEFT, true],
    ["made when it ended", { createdAt: 200_000, trigger: "periodic" }, LEFT, true],
    [
      "due by number on it, a moment before it was left",
      { createdAt: 299_000, trigger: "periodic" },
      SHORT,
      true,
    ],
    ["due a moment after its end", { createdAt: 299_001, trigger: "periodic" }, SHORT, false],
    ["made before the next branch", { createdAt: 299_999 }, LEFT, true],
    ["made with the next branch", { createdAt: 300_000 }, LEFT, false],
    ["made later while there is no other branch", { createdAt: 800_000 }, OPEN, true],
    ["due by number, long before the next branch", { createdAt: 294_999, trigger: "periodic" }, LEFT, true],
    ["due with the prompt of the next branch", { createdAt: 295_000, trigger: "periodic" }, LEFT, false],
  ])("%s", async (name, record, left, abandoned) => {
    expect(await changes([{ name, ...record }], [left])).toEqual(abandoned ? [[name, 900_000]] : []);
  });

  test("is changed once", async () => {
    expect(await changes([{ name: "a", createdAt: 150_000, abandonedAt: 7 }], [LEFT])).toEqual([]);
  });

  test("counts again when the person returned to it", async () => {
    const records = [
      { name: "a", createdAt: 150_000, abandonedAt: 7 },
      { name: "b", createdAt: 400_000 },
    ];
    expect(await changes(records, [], [LEFT])).toEqual([["a", null]]);
  });

  test("is not looked for in a session without branches", async () => {
    expect(await changes([{ name: "a", createdAt: 150_000, abandonedAt: 7 }], [])).toEqual([]);
  });

  test("is only one of its own session", async () => {
    await saved({ name: "other", createdAt: 150_000 });
    expect(await changes([], [LEFT])).toEqual([]);
  });
});

describe("a record that a rewind left behind", () => {
  const before = [LEFT];
  const rewound = (...between: Named[]): Named[] => {
    const id = sampleId("chk");
    return [
      { id, name: "mark", kind: "mark", createdAt: 500_000 },
      ...between,
      { name: "rewind", kind: "mark", trigger: "rewind", createdAt: 600_000, parentId: id },
    ];
  };

  test("is abandoned from its mark to the rewind", async () => {
    const records = rewound(
      { name: "earlier", createdAt: 499_999 },
      { name: "between", createdAt: 550_000 },
      { name: "later", createdAt: 600_001 },
    );
    expect(await changes(records, [], before)).toEqual([["between", 900_000]]);
  });

  test("counts again if the rewind was left", async () => {
    const records = rewound({ name: "between", createdAt: 550_000, abandonedAt: 7 });
    const left = { from: 590_000, last: 610_000, until: 700_000 };
    expect(await changes(records, [left])).toEqual([
      ["between", null],
      ["rewind", 900_000],
    ]);
  });

  test("is none where the mark is not known", async () => {
    const orphan = { name: "rewind", kind: "mark", trigger: "rewind", createdAt: 600_000 } as const;
    const between = { name: "between", createdAt: 550_000 };
    expect(await changes([between, { ...orphan, parentId: null }], [], before)).toEqual([]);
    expect(await changes([between, { ...orphan, parentId: sampleId("chk") }], [], before)).toEqual([]);
  });

  test("is none of what another checkpoint left that is no rewind", async () => {
    const records = rewound({ name: "between", createdAt: 550_000 });
    for (const record of records) record.trigger = "explicit";
    expect(await changes(records, [], before)).toEqual([]);
  });
});

describe("what is between a mark and its rewind", () => {
  const record = (change: Partial<StoredCheckpoint>): StoredCheckpoint => ({
    ...sampleCheckpoint(),
    seq: 1,
    ...change,
  });
  const mark = record({ createdAt: 500, seq: 5 });
  const rewind = record({ createdAt: 600, seq: 9 });

  test.each([
    [500, 5, false],
    [500, 6, true],
    [501, 1, true],
    [499, 6, false],
    [600, 8, true],
    [600, 9, false],
    [601, 1, false],
  ])("is decided by the time, then by the order: %i, %i", (createdAt, seq, expected) => {
    expect(isBetween(record({ createdAt, seq }), mark, rewind)).toBe(expected);
  });

  test("is all that came later where there is no rewind yet", () => {
    expect(isBetween(record({ createdAt: 601 }), mark)).toBe(true);
    expect(isBetween(record({ createdAt: 499 }), mark)).toBe(false);
  });

  test.each([
    [{ kind: "mark", stepName: "explorer" }, true],
    [{ kind: "mark", stepName: "tester" }, false],
    [{ kind: "mark", stepName: null }, false],
    [{ kind: "digest", stepName: "explorer" }, false],
  ] as const)("of a subagent are only its own marks: %j", (change, expected) => {
    const own = record({ createdAt: 500, stepName: "explorer" });
    expect(isBetween(record({ createdAt: 550, ...change }), own, rewind)).toBe(expected);
  });
});

test("records that are left but not flagged yet are known by their ids", async () => {
  const [left, live, flagged] = [sampleId("chk"), sampleId("chk"), sampleId("chk")];
  const id = await saved(
    { id: left, createdAt: 150_000 },
    { id: live, createdAt: 400_000 },
    { id: flagged, createdAt: 400_001, abandonedAt: 7 },
  );
  await saved({ createdAt: 150_000 });
  const known = { ...EMPTY_CAPTURE, left: [LEFT] };
  expect([...(await abandonedIds(store, { id, capture: known }))]).toEqual([left]);
  const open = { ...EMPTY_CAPTURE, left: [{ ...LEFT, until: null }] };
  expect([...(await abandonedIds(store, { id, capture: open }))].toSorted()).toEqual([left, live].toSorted());
  expect((await abandonedIds(store, { id, capture: EMPTY_CAPTURE })).size).toBe(0);
});
