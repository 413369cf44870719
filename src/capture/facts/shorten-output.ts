import { bounded, boundedMiddle } from "../../text/bounded.ts";
import { LIMITS } from "../limits.ts";

/** Maximum length of the line that gives the reason. */
const LINE = 140;

/** Keeps both ends of a command's output, and for a failed command the line that gives the reason. */
export function shortenOutput(output: string, ok: boolean): string {
  const ends = boundedMiddle(output, LIMITS.output);
  const line = ok ? "" : bounded(summaryLine(output), LINE);
  return ends.includes(line) ? ends : boundedMiddle(output, LIMITS.output, `…\n${line}\n…`);
}

/**
 * Patterns of the line that gives the reason, in the output of runtimes, compilers and test runners, most reliable
 * first. Other lines say only that something failed, where, or how much of it.
 */
const REASONS: readonly RegExp[] = [
  // pytest: "FAILED test_rate.py::test_eur - assert 2 == 3"
  /^FAILED \S+ - \S/,
  // "AssertionError [ERR_ASSERTION]: …", "java.lang.IllegalStateException: …", "error[E0425]: …", "panic: …"
  /^\[?(?:Uncaught |Unhandled exception\. |PHP Fatal error: +Uncaught )?(?:[\w.\\]*(?:Error|Exception|Rejection)\b[^:(]{0,80}:|(?:error|fatal|panic)(?:\[\w+\])?:) ?\S/,
  // "rate.c:1:25: error: …", "Rate.cs(3,5): error CS0103: …", "RateTests.swift:8: error: …"
  /^\S+(?::\d+|\(\d+,\d+\)):? (?:fatal )?error(?: [A-Z]+\d+)?: \S/,
  // C, Rust, .NET, PHPUnit, Swift
  /\bAssertion [`'"].+ failed|^assertion .+ failed|^Assert\.\w+\(\) Failure|^Failed asserting that|^XCTAssert\w* failed/,
  // RSpec, Jest
  /^Failure\/Error: \S|^expect\(.*\)\.\w/,
  // Go: "rate_test.go:8: got 2, want 3", "./rate.go:5:2: undefined: rate"
  /^\S+\.go:\d+(?::\d+)?: \S/,
  // Maven: "RateTest.eur:12 expected: <3> but was: <2>"
  /^(?:\[ERROR\] +)?\S+:\d+ expected: /,
  // Ruby: "rate.rb:2:in 'rate': no rate for EUR (RuntimeError)"
  /\((?:\w+::)*\w*(?:Error|Exception)\)$/,
  // Minitest, GoogleTest
  /^Expected(?:: \S| equality of these values:)/,
];
const TELLING =
  /\b(?:\w*error|\w*exception|fail(?:ed|ures?|ing)?|cannot|can['’]t|could not|not found|no such|missing|undefined|denied|refused|expected|panic(?:ked)?|assert\w*|fatal|timed? ?out|unresolved|not ok|mismatch)\b/i;
/** Lines that say only that something failed, or where in the runner. */
const EMPTY =
  /^(?:Exit code \d+|command failed.*|[\s^~|=*_-]*|npm (?:error|err!)|throw err\w*;?|node:internal\/\S+:\d+|triggerUncaughtException\(.*|Traceback \(most recent call last\):|error: (?:test failed|could not compile|aborting due to).*|FAIL|Error Message:|(?:\d+\) )?(?:Failure|Error):)$/i;

/** The most informative line of a failed command's output; empty if no line says more than that it failed. */
export function summaryLine(output: string): string {
  const lines = output.split("\n").map((line) => line.replace(/^npm (?:error|ERR!) /, "").trim());
  const saying = lines.filter((line) => !EMPTY.test(line));
  for (const reason of [...REASONS, TELLING]) {
    const at = saying.findIndex((candidate) => reason.test(candidate));
    if (at >= 0) return withWhatFollows(saying, at);
  }
  return saying[0] ?? "";
}

/** In R, the reason is on the next line: "Error in as.Date(x) :". */
function withWhatFollows(lines: readonly string[], at: number): string {
  const line = lines[at] ?? "";
  return /\s:$/.test(line) ? `${line} ${lines[at + 1] ?? ""}`.trim() : line;
}
