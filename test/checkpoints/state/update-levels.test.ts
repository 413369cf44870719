import { describe, expect, test } from "vitest";
import type { Segments } from "../../../src/checkpoints/state/encode/segments.ts";
import { type Levels, updateLevels } from "../../../src/checkpoints/state/encode/update-levels.ts";

/** With this hash an entry ends a run that is long enough: four of these entries are. */
const ENDS = 0;
const CHARACTERS = 128;

interface Given {
  length: number;
  same?: Segments;
  hashOf?: (index: number) => number;
}

/** Levels over entries that are numbers; says which runs were written, and which entries were looked at. */
function update(old: Levels, { length, same = [], hashOf = () => ENDS }: Given) {
  const written: string[] = [];
  const looked: number[] = [];
  // The end of a key is its hash, so that inner runs end where they are long enough.
  const key = (name: string) => `${name} 0000`;
  const levels = updateLevels(
    old,
    {
      length,
      same,
      piece: (index) => {
        looked.push(index);
        return { index, characters: CHARACTERS, hash: hashOf(index), count: 1 };
      },
      write: (run, hasEnded) => {
        const name = `${run.at(0)?.index}-${run.at(-1)?.index}`;
        written.push(hasEnded ? name : `${name} open`);
        return key(name);
      },
    },
    (children) => {
      const name = children.map((child) => `${child.key.slice(0, -5)}:${child.count}`).join(" ");
      written.push(`[${name}]`);
      return key(`[${children.length}]`);
    },
  );
  return { levels, written, looked };
}

const segment = (start: number, end: number, shift = 0) => ({ start, end, shift });
const sizes = (levels: Levels) => levels.map((runs) => runs.map(({ size }) => size));

describe("the levels of a sequence", () => {
  test("are runs that end where an entry says so, under one root with their counts", () => {
    const { levels, written, looked } = update([], { length: 10 });
    expect(written).toEqual(["0-3", "4-7", "8-9 open", "[0-3:4 4-7:4 8-9:2]"]);
    expect(levels).toEqual([
      [
        { key: "0-3 0000", size: 4, count: 4, hasEnded: true },
        { key: "4-7 0000", size: 4, count: 4, hasEnded: true },
        { key: "8-9 0000", size: 2, count: 2, hasEnded: false },
      ],
      [{ key: "[3] 0000", size: 3, count: 10, hasEnded: false }],
    ]);
    expect(looked).toEqual([0, 1, 2, 3, 4, 5, 6, 7, 8, 9]);
  });

  test("are one run where that holds all of it", () => {
    expect(update([], { length: 4 }).written).toEqual(["0-3"]);
    expect(update([], { length: 3 }).written).toEqual(["0-2 open"]);
    expect(update([], { length: 9, hashOf: () => 1 }).written).toEqual(["0-8 open"]);
  });

  test("are as many as it takes: an inner node ends as a run does", () => {
    const { levels, written } = update([], { length: 66 });
    expect(sizes(levels)).toEqual([[...Array.from({ length: 16 }, () => 4), 2], [15, 2], [2]]);
    expect(levels[1]?.map(({ count, hasEnded }) => [count, hasEnded])).toEqual([
      [60, true],
      [6, false],
    ]);
    expect(written.at(-1)).toBe("[[15]:60 [2]:6]");
  });
});

describe("after a change", () => {
  const before = update([], { length: 10 }).levels;

  test("nothing is written of what is the same, on any level", () => {
    const { levels, written, looked } = update(before, { length: 10, same: [segment(0, 10)] });
    expect(levels).toEqual(before);
    expect([written, looked]).toEqual([[], []]);
  });

  test("an append writes the run that was open, and what is above it", () => {
    const { written, looked, levels } = update(before, { length: 11, same: [segment(0, 10)] });
    expect(written).toEqual(["8-10 open", "[0-3:4 4-7:4 8-10:3]"]);
    expect(looked).toEqual([8, 9, 10]);
    expect(levels[0]?.slice(0, 2)).toEqual(before[0]?.slice(0, 2));
  });

  test("a sequence that is cut after a run that had ended needs that run alone", () => {
    const { written, levels } = update(before, { length: 4, same: [segment(0, 4)] });
    expect(written).toEqual([]);
    expect(levels).toEqual([before[0]?.slice(0, 1)]);
  });

  test("one that is cut within a run writes this again", () => {
    expect(update(before, { length: 7, same: [segment(0, 7)] }).written).toEqual([
      "4-6 open",
      "[0-3:4 4-6:3]",
    ]);
  });

  test("another entry costs its own run, and those behind it stay", () => {
    const same = [segment(0, 5), segment(6, 10)];
    const { written, looked } = update(before, { length: 10, same });
    expect(written).toEqual(["4-7", "[0-3:4 4-7:4 8-9:2]"]);
    expect(looked).toEqual([4, 5, 6, 7]);
  });

  test("what was removed or added before them leaves runs as they are", () => {
    expect(update(before, { length: 6, same: [segment(0, 6, 4)] })).toMatchObject({
      written: ["[4-7:4 8-9:2]"],
      looked: [],
    });
    const added = update(before, { length: 14, same: [segment(4, 14, -4)] });
    expect(added.written).toEqual(["0-3", "[0-3:4 0-3:4 4-7:4 8-9:2]"]);
    expect(added.looked).toEqual([0, 1, 2, 3]);
  });

  test("a run is not taken that began elsewhere", () => {
    const { written } = update(before, { length: 9, same: [segment(0, 9, 1)] });
    expect(written).toEqual(["0-3", "4-7", "8-8 open", "[0-3:4 4-7:4 8-8:1]"]);
  });

  test("inner nodes over what is the same stay, too", () => {
    const tall = update([], { length: 66 }).levels;
    const { written, levels } = update(tall, { length: 67, same: [segment(0, 66)] });
    expect(written).toEqual(["64-66 open", "[60-63:4 64-66:3]", "[[15]:60 [2]:7]"]);
    expect(levels[1]?.[0]).toBe(tall[1]?.[0]);
  });
});
