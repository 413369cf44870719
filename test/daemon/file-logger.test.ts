import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { fileLogger } from "../../src/daemon/file-logger.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-log-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test("R-D10: a repeated error is logged once in ten seconds, with its count", () => {
  const clock = { now: 1_800_000_000_000 };
  const log = fileLogger(folder, () => clock.now);
  for (let error = 0; error < 25_000; error += 1) {
    log.error("drain", new TypeError("secret"));
    clock.now += 1;
  }
  const lines = readFileSync(join(folder, "daemon.log"), "utf8").trim().split("\n");
  expect(lines).toHaveLength(3);
  expect(JSON.parse(lines[1] ?? "")).toMatchObject({ event: "drain", repeated: 9_999 });
  expect(lines.join("")).not.toContain("secret");
});

test("R-D10 R-P6: a storm of ever new lines keeps the newest 40 MB, in four files", () => {
  const log = fileLogger(folder, () => 0);
  const filler = "x".repeat(5_000);
  for (let line = 0; line < 14_000; line += 1) log.info(`event ${line}`, { message: line, filler });
  const files = readdirSync(folder).toSorted();
  expect(files).toEqual(["daemon.log", "daemon.log.1", "daemon.log.2", "daemon.log.3"]);
  const bytes = files.reduce((sum, file) => sum + statSync(join(folder, file)).size, 0);
  expect(bytes).toBeLessThan(41 * 1024 * 1024);
  expect(readFileSync(join(folder, "daemon.log"), "utf8")).toContain("event 13999");
});

test("R-D10: lines about one event that differ in any field are all logged", () => {
  const log = fileLogger(folder, () => 0);
  const error = new TypeError("secret");
  for (const task of ["prune", "backup", "prune"]) log.error("task failed", error, { task });
  for (const session of ["ses_1", "ses_2"]) log.info("debrief not delivered", { session });
  expect(read()).toMatchObject([
    { event: "task failed", task: "prune" },
    { event: "task failed", task: "backup" },
    { session: "ses_1" },
    { session: "ses_2" },
  ]);
});

test("R-D10: a burst of different lines about one event is limited to fifty in ten seconds, with the number of dropped ones", () => {
  const clock = { now: 1_800_000_000_000 };
  const log = fileLogger(folder, () => clock.now);
  for (let number = 0; number < 12_000; number += 1) {
    log.info("context over budget", { number });
    if (number % 3_000 === 0) log.info("other event");
    clock.now += 1;
  }
  const lines = read();
  expect(lines.filter(({ event }) => event === "other event")).toHaveLength(1);
  expect(lines).toHaveLength(101);
  expect(lines[51]).toMatchObject({ number: 10_000, dropped: 9_950 });
  expect(lines[52]).not.toHaveProperty("dropped");
});

function read(): Record<string, unknown>[] {
  const lines = readFileSync(join(folder, "daemon.log"), "utf8").trim().split("\n");
  return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
}
