import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { askPs } from "../../src/processes/system-processes.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

afterEach(() => void vi.unstubAllEnvs());

const HOUR_MS = 3_600_000;
const startIn = (zone: string) => {
  vi.stubEnv("TZ", zone);
  return Date.parse(`${askPs(process.pid, "lstart=")} UTC`);
};

test("R-D3: a start time is the same in every time zone", () => {
  const start = startIn("UTC");
  // Some versions of ps calculate the start from the present, and are a second off at times.
  for (const zone of ["Asia/Tokyo", "America/New_York"])
    expect(Math.abs(startIn(zone) - start)).toBeLessThan(HOUR_MS);
});

test("R-D3: ps is asked in one time zone and language, whatever the environment says", () => {
  const directory = temporaryDirectory("ps");
  writeFileSync(join(directory, "ps"), '#!/bin/sh\necho "$TZ $LC_ALL $KEPT $*"\n', { mode: 0o755 });
  for (const [name, value] of Object.entries({ TZ: "Asia/Tokyo", LC_ALL: "de_DE.UTF-8", KEPT: "kept" }))
    vi.stubEnv(name, value);
  vi.stubEnv("PATH", `${directory}:${process.env["PATH"]}`);
  expect(askPs(7, "lstart=")).toBe("UTC C kept -o lstart= -p 7");
});

test("a process that does not exist has no columns", () => {
  expect(askPs(2 ** 22 + 1, "lstart=")).toBeUndefined();
});
