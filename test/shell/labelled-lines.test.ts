import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import * as z from "zod";
import { runsCheck } from "../../src/debrief/has-evidence.ts";
import { findWrittenFiles } from "../../src/shell/find-written-files.ts";
import { judgeRun } from "../../src/shell/runs/judge-run.ts";
import { resolves } from "../../src/shell/runs/resolves.ts";

/** Single lines, one of each kind, labelled before the rules were applied to them. */
function readLines<T>(name: string, schema: z.ZodType<T>): T[] {
  const file = new URL(`../fixtures/shell/lines/${name}.jsonl`, import.meta.url);
  const lines = readFileSync(file, "utf8").trimEnd().split("\n");
  return lines.map((line) => schema.parse(JSON.parse(line)));
}

test("D44: lines that check the work are distinguished from others", () => {
  const lines = readLines("checks", z.object({ run: z.string(), check: z.boolean() }));
  expect(lines.length).toBeGreaterThan(450);
  const wrong = lines.filter(({ run, check }) => runsCheck({ command: run, output: "" }) !== check);
  expect(wrong).toEqual([]);
});

test("D44: the files that a line writes are found, whichever program writes them", () => {
  const lines = readLines("written", z.object({ run: z.string(), written: z.array(z.string()) }));
  expect(lines.length).toBeGreaterThan(180);
  const found = lines.map(({ run }) => ({ run, written: findWrittenFiles(run).toSorted() }));
  expect(found).toEqual(lines.map(({ run, written }) => ({ run, written: written.toSorted() })));
});

test("D44: failures are distinguished from answers, and found behind pipes", () => {
  const Line = z.object({ run: z.string(), exit: z.number(), output: z.string(), failed: z.boolean() });
  const lines = readLines("failures", Line);
  expect(lines.length).toBeGreaterThan(175);
  const wrong = lines.filter(({ run, exit, output, failed }) => {
    const text = exit === 0 ? output : `Exit code ${exit}\n${output}`;
    return (judgeRun({ command: run, ok: exit === 0, output: text }) === "failed") !== failed;
  });
  expect(wrong).toEqual([]);
});

test("D44: a failure is resolved by a run that shows that it works now, and by nothing else", () => {
  const Pair = z.object({
    failed: z.string(),
    output: z.string(),
    later: z.string(),
    laterOutput: z.string().default(""),
    settled: z.boolean(),
  });
  const pairs = readLines("settled", Pair);
  expect(pairs.length).toBeGreaterThan(115);
  const found = pairs.filter(({ failed, output, later, laterOutput }) => {
    const passed = { command: { command: later, output: laterOutput }, isPassed: true };
    return resolves(passed, { command: failed, output: `Exit code 1\n${output}` }, "/repo");
  });
  expect(found.filter(({ settled }) => !settled)).toEqual([]);
  // Another program that did the same is not recognized (docs/debrief-a-turn.md).
  const settled = pairs.filter((pair) => pair.settled);
  expect(found.length / settled.length).toBeGreaterThanOrEqual(0.8);
});
