import { expect, test } from "vitest";
import * as z from "zod";
import { EMPTY_CAPTURE, parseCapture } from "../../src/kernel/capture.ts";
import { defineSlice } from "../../src/kernel/capture-slice.ts";

const counted = { name: "counted", version: 2, schema: z.object({ seen: z.number() }), empty: { seen: 0 } };
const slice = defineSlice(counted);

test("a capability's state is empty until it is written, and is stored with the capture", () => {
  expect(slice.read(EMPTY_CAPTURE)).toEqual({ seen: 0 });
  const stored = JSON.stringify(slice.write(EMPTY_CAPTURE, { seen: 3 }));
  expect(slice.read(parseCapture(stored))).toEqual({ seen: 3 });
});

test("capabilities do not see each other's state", () => {
  const other = defineSlice({ ...counted, name: "other" });
  const capture = other.write(slice.write(EMPTY_CAPTURE, { seen: 3 }), { seen: 9 });
  expect([slice.read(capture), other.read(capture)]).toEqual([{ seen: 3 }, { seen: 9 }]);
});

test("state of another version or another shape counts as empty, and the rest of the capture stays", () => {
  for (const entry of [
    { version: 1, value: { seen: 3 } },
    { version: 2, value: { seen: "3" } },
  ]) {
    const capture = parseCapture(
      JSON.stringify({ ...EMPTY_CAPTURE, goal: "Build it.", slices: { counted: entry } }),
    );
    expect(capture.goal).toBe("Build it.");
    expect(slice.read(capture)).toEqual({ seen: 0 });
  }
});
