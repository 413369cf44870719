import { describe, expect, test } from "vitest";
import { foldEntry } from "../../src/capture/fold-entry.ts";
import { LIMITS } from "../../src/capture/limits.ts";
import { unresolvedFailures } from "../../src/capture/open-failures.ts";
import { redactEntry } from "../../src/capture/redact-entry.ts";
import type { TranscriptEntry } from "../../src/kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import { findFailureLines } from "../../src/shell/runs/failure-lines.ts";

const NOISE = Array.from({ length: 200 }, (_, i) => `tests/test_part_${i}.py .....  [ ${i % 100}%]`).join(
  "\n",
);

function run(capture: Capture, at: number, command: string, ok: boolean, text: string): Capture {
  const call = `call-${at}`;
  const begun = foldEntry(capture, { at, type: "command_run", call, command });
  return foldEntry(begun, { at, type: "outcome", call, ok, text });
}

/** The failures that are left after a long run that failed and a short one that passed. */
function openAfter(first: string, output: string, second: string): string[] {
  const failed = run(EMPTY_CAPTURE, 1, first, false, `Exit code 1\n${output}`);
  return unresolvedFailures(run(failed, 2, second, true, "1 passed"), "/repo").map(({ command }) => command);
}

describe("D44: a failure whose output is too long to be kept", () => {
  test("is settled by a run of what its middle named, and of nothing less", () => {
    const one = `${NOISE}\nFAILED tests/test_rate.py::test_eur - assert 2 == 3\n${NOISE}`;
    const two = `${one}\nFAILED tests/test_cart.py::test_sum - assert 0 == 1\n${NOISE}`;
    expect(one.length).toBeGreaterThan(LIMITS.output * 10);
    expect(openAfter("pytest", one, "pytest tests/test_rate.py")).toEqual([]);
    expect(openAfter("pytest", one, "pytest -k test_eur")).toEqual([]);
    expect(openAfter("pytest", one, "pytest tests/test_cart.py")).toEqual(["pytest"]);
    expect(openAfter("pytest", two, "pytest tests/test_rate.py")).toEqual(["pytest"]);
  });

  test("counts a failure whose line is long", () => {
    const long = `FAILED tests/test_cart.py::test_sum - ${"assert ".repeat(60)}`;
    const output = `${NOISE}\n${long}\nFAILED tests/test_rate.py::test_eur - no\n${NOISE}`;
    expect(openAfter("pytest", output, "pytest tests/test_rate.py")).toEqual(["pytest"]);
    expect(openAfter("pytest", output, "pytest tests/test_rate.py tests/test_cart.py")).toEqual([]);
  });

  test("is settled in the one package of a workspace that it named", () => {
    const output = `${NOISE}\nerror: could not compile \`proxy\` (lib) due to 1 previous error\n${NOISE}`;
    expect(openAfter("cargo build --workspace", output, "cargo build -p proxy")).toEqual([]);
    expect(openAfter("cargo build --workspace", output, "cargo build -p core")).toHaveLength(1);
  });

  test("is not settled by what its two ends named where the middle named too much to keep", () => {
    const problems = (folder: string) =>
      Array.from({ length: 60 }, (_, i) => `${folder}/part_${i}.py:${i + 1}:1: F401 unused import`);
    const lines = [
      ...problems("src"),
      "error: could not parse tests/z.py",
      ...problems("tests"),
      ...problems("src"),
    ];
    expect(openAfter("ruff check .", lines.join("\n"), "ruff check src")).toEqual(["ruff check ."]);
    expect(openAfter("ruff check .", lines.join("\n"), "ruff check .")).toEqual([]);
  });

  test("is judged by its end, where a test runner sums up, however long it is", () => {
    const passed = Array.from({ length: 1_500 }, (_, i) => `PASS tests/part_${i}.spec.ts (0 ms)`).join("\n");
    const text = `${passed}\nFAILED tests/test_rate.py::test_eur - assert 2 == 3\n1 failed`;
    expect(text.length).toBeGreaterThan(40_000);
    const seen = (entry: TranscriptEntry) =>
      redactEntry(entry, { text: (all) => all, lines: (all) => [...all], json: (all) => all });
    const begun = foldEntry(EMPTY_CAPTURE, {
      at: 1,
      type: "command_run",
      call: "c",
      command: "pytest | cat",
    });
    const { commands } = foldEntry(begun, seen({ at: 1, type: "outcome", call: "c", ok: true, text }));
    expect(commands).toMatchObject([{ ok: false, output: expect.stringContaining("test_eur") }]);
  });

  test("keeps no more than these lines, and of a run that passed none", () => {
    const output = `${NOISE}\nFAILED tests/test_rate.py::test_eur - assert 2 == 3\n${NOISE}`;
    const [failed] = run(EMPTY_CAPTURE, 1, "pytest", false, `Exit code 1\n${output}`).commands;
    expect(failed?.named).toBe("FAILED tests/test_rate.py::test_eur - assert 2 == 3");
    const [passed] = run(EMPTY_CAPTURE, 1, "pytest", true, NOISE).commands;
    expect(passed).not.toHaveProperty("named");
  });
});

describe("the lines that name what failed", () => {
  test("are the first of each file, whatever many problems it has", () => {
    const problems = Array.from({ length: 90 }, (_, i) => `src/a.py:${i + 1}:1: F401 unused`);
    expect(findFailureLines([...problems, "src/b.py:1:1: F401 unused"].join("\n"))).toBe(
      "src/a.py:1:1: F401 unused\nsrc/b.py:1:1: F401 unused",
    );
  });

  test("are none where there are too many, where the output was cut, and where nothing is named", () => {
    const many = Array.from({ length: 90 }, (_, i) => `FAILED tests/test_${i}.py::test_a - no`).join("\n");
    expect(findFailureLines(many)).toBeUndefined();
    expect(findFailureLines("FAILED tests/a.py::test_a\n… 90 lines\n")).toBeUndefined();
    expect(findFailureLines("Segmentation fault")).toBeUndefined();
  });
});
