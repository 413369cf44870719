import { mkdtempSync, readFileSync, rmSync, statSync, utimesSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import { writeHookDeadlines } from "../../src/spool/hook-deadlines.ts";

test("R-P2: the shell entry knows the deadlines of the settings, none above three seconds, or ten for earlier work", () => {
  const state = mkdtempSync(join(tmpdir(), "holdfast-deadlines-"));
  try {
    const file = join(state, "hook-deadlines");
    writeHookDeadlines(state, { deadlineMs: 800, startDeadlineMs: 60_000, recoveryDeadlineMs: 8_000 });
    expect(readFileSync(file, "utf8")).toBe("800 3000 8000\n");
    writeHookDeadlines(state, { deadlineMs: 5_000, startDeadlineMs: 1_000, recoveryDeadlineMs: 20_000 });
    expect(readFileSync(file, "utf8")).toBe("3000 1000 10000\n");
    utimesSync(file, 1, 1);
    writeHookDeadlines(state, { deadlineMs: 5_000, startDeadlineMs: 1_000, recoveryDeadlineMs: 20_000 });
    expect(statSync(file).mtimeMs, "what it knows is not written again").toBe(1_000);
  } finally {
    rmSync(state, { recursive: true, force: true });
  }
});
