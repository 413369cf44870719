import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { shortenOutput, summaryLine } from "../../../src/capture/facts/shorten-output.ts";

test.each([
  [
    "Exit code 1\nnode:internal/modules/cjs/loader:1210\n  throw err;\n  ^\n\nError: Cannot find module '/app/a.js'\n",
    "Error: Cannot find module '/app/a.js'",
  ],
  [
    'Exit code 1\nnpm error Missing script: "lint"\nnpm error\nnpm error To see a list',
    'Missing script: "lint"',
  ],
  [
    "Exit code 1\nnode:internal/modules/run_main:123\n    triggerUncaughtException(\n    ^\n\nError: no rate for EUR\n    at main (file:///app/a.js:3:9)",
    "Error: no rate for EUR",
  ],
  [
    "Exit code 1\nnode:internal/process/promises:394\n      triggerUncaughtException(err, true /* fromPromise */);\n      ^\n\n[UnhandledPromiseRejection: rejected with 7]",
    "[UnhandledPromiseRejection: rejected with 7]",
  ],
  [
    'Exit code 1\nTraceback (most recent call last):\n  File "a.py", line 3\n    raise ValueError(text)\nValueError: no rate',
    "ValueError: no rate",
  ],
  ["Exit code 2\n3 tests run\n1 failed", "1 failed"],
  ["Exit code 1\nnothing to do", "nothing to do"],
  ["Exit code 1\nthe log says npm error E404 is missing", "the log says npm error E404 is missing"],
  ["Exit code 1", ""],
  ["", ""],
])("summarizes %j as %j", (output, line) => {
  expect(summaryLine(output)).toBe(line);
});

/** The output of a failed run, one file each, and the line of it that says why. */
test.each([
  ["node-assert", "AssertionError [ERR_ASSERTION]: Expected values to be strictly deep-equal:"],
  ["node-test", "error: '2 == 3'"],
  ["vitest", "AssertionError: expected 2 to be 3 // Object.is equality"],
  ["jest", "expect(received).toBe(expected) // Object.is equality"],
  ["python-unittest", "AssertionError: 2 != 3"],
  ["pytest", "FAILED test_rate.py::test_eur - AssertionError: assert 2 == 3"],
  ["go-test", "rate_test.go:8: got 2, want 3"],
  ["go-panic", "panic: runtime error: index out of range [5] with length 3"],
  ["rust-test", "assertion `left == right` failed"],
  ["rustc", "error[E0425]: cannot find value `rate` in this scope"],
  ["java-junit", "org.opentest4j.AssertionFailedError: expected: <3> but was: <2>"],
  ["java-exception", 'Exception in thread "main" java.lang.IllegalStateException: no rate for EUR'],
  ["dotnet-test", "Assert.Equal() Failure: Values differ"],
  [
    "dotnet-build",
    "/app/Program.cs(3,5): error CS0103: The name 'rate' does not exist in the current context [/app/app.csproj]",
  ],
  [
    "swift-test",
    '/app/Tests/AppTests/RateTests.swift:8: error: -[AppTests.RateTests testEur] : XCTAssertEqual failed: ("2") is not equal to ("3")',
  ],
  ["ruby-rspec", 'Failure/Error: expect(rate("EUR")).to eq(3)'],
  ["ruby-minitest", "Expected: 3"],
  ["ruby-raise", "rate.rb:2:in `rate': no rate for EUR (RuntimeError)"],
  ["phpunit", "Failed asserting that 2 matches expected 3."],
  ["php-fatal", "PHP Fatal error:  Uncaught RuntimeException: no rate for EUR in /app/rate.php:3"],
  ["c-assert", "c: c.c:2: main: Assertion `rate == 3' failed."],
  ["gcc", "d.c:1:25: error: ‘rate’ undeclared (first use in this function)"],
  ["googletest", "Expected equality of these values:"],
])("of %s tells why: %s", (name, line) => {
  const output = readFileSync(new URL(`../../fixtures/failures/${name}.txt`, import.meta.url), "utf8");
  expect(summaryLine(`Exit code 1\n${output}`)).toBe(line);
});

test("a long output keeps the line with the cause, its beginning and its end", () => {
  const noise = "at step of the run\n".repeat(40);
  const short = shortenOutput(`Exit code 1\n${noise}AssertionError: 2 != 3\n${noise}end`, false);
  expect(short.length).toBeLessThanOrEqual(300);
  expect(short).toMatch(/^Exit code 1\n[\s\S]*\nAssertionError: 2 != 3\n[\s\S]*end$/);
});

describe("the output of a command", () => {
  const noise = (word: string) => `${word} step of the run\n`.repeat(40);

  test("is kept whole up to three hundred characters", () => {
    const whole = `Exit code 1\n${"x".repeat(288)}`;
    expect(shortenOutput(whole, false)).toBe(whole);
    expect(shortenOutput(whole, true)).toBe(whole);
  });

  test("is cut in its middle where the command succeeded", () => {
    const output = `begin ${noise("a")}Error: no rate\n${noise("b")}4 passed`;
    expect(shortenOutput(output, true)).toBe(`${output.slice(0, 149)}…${output.slice(-149)}`);
  });

  test.each([
    ["the beginning", `Exit code 1\nError: no rate\n${noise("a")}`],
    ["the end", `Exit code 1\n${noise("a")}Error: no rate\n`],
  ])("is cut in its middle where %s says why it failed", (_, output) => {
    expect(shortenOutput(output, false)).toBe(`${output.slice(0, 149)}…${output.slice(-149)}`);
  });

  test("is cut in its middle where nothing says why it failed", () => {
    const output = `Exit code 1\n${"=".repeat(400)}`;
    expect(shortenOutput(output, false)).toBe(`${output.slice(0, 149)}…${output.slice(-149)}`);
  });

  test("has the line that says why it failed between its ends", () => {
    const output = `Exit code 1\n${noise("a")}Error: no rate\n${noise("b")}the end`;
    expect(shortenOutput(output, false)).toBe(
      `${output.slice(0, 141)}…\nError: no rate\n…${output.slice(-141)}`,
    );
  });

  test("has at most 140 characters of that line", () => {
    const output = `Exit code 1\n${noise("a")}Error: ${"why ".repeat(90)}\n${noise("b")}the end`;
    const short = shortenOutput(output, false);
    expect(short.split("\n").find((line) => line.startsWith("Error"))).toHaveLength(140);
    expect(short.endsWith("the end")).toBe(true);
  });

  test("keeps its end where it has marks of its own that something is missing", () => {
    const output = `Exit code 1\nCompiling…\n${noise("a")}Error: no rate\n${noise("b")}the end`;
    const short = shortenOutput(output, false);
    expect(short).toMatch(/^Exit code 1\nCompiling…\na step/);
    expect(short).toContain("\nError: no rate\n");
    expect(short).toMatch(/\nthe end$/);
  });
});

test.each([
  [
    "Error in as.Date(x) :\n  character string is not standard",
    "Error in as.Date(x) : character string is not standard",
  ],
  ["Error in as.Date(x) :", "Error in as.Date(x) :"],
  ["error: no rate:\nsee the log", "error: no rate:"],
])("of %j tells what follows where the line does not end: %j", (output, line) => {
  expect(summaryLine(output)).toBe(line);
});
