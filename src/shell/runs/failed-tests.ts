import type { Invocation } from "../invocations/read-invocation.ts";

/** How test runners name a failed test. */
const NAMED =
  /^[ \t]*(?:--- FAIL: (?<go>[\w/]+)|Failed (?<dotnet>[\w`+]+(?:\.[\w`+]+)+)|\[error\] \t(?<sbt>[\w.$]+)$|(?<gradle>[\w.$]+ > .+) FAILED$|\[ERROR\] +(?<maven>[\w.$]+\.\w+):\d+|FAILED (?<pytest>\S+)|rspec (?<rspec>\S+)|\d+\) (?<phpunit>\w[\w\\]*::\w+)|\d+\) test (?<exunit>.+)|test (?<rust>[\w:]+) \.\.\. FAILED$|not ok \d+ -? ?(?<tap>.+)|error: -\[(?<swift>[\w. ]+)\] : failed|[●✗×✕✖] (?<jest>.+))/gm;

/** The tests that the output names as failed; none if the output was cut, since others may be missing. */
export function failedTests(output: string): string[] {
  if (output.includes("…")) return [];
  return [...output.matchAll(NAMED)].flatMap(({ groups }) => Object.values(groups ?? {}).filter(Boolean));
}

/** The files, tests or targets that the output names as failed; none if it was cut, since others may be missing. */
export function failedTargets(output: string): string[] {
  if (output.includes("…")) return [];
  const named = [...output.matchAll(TARGETS)].map(
    ({ groups }) => Object.values(groups ?? {}).find((name) => name !== undefined) ?? "",
  );
  return [...new Set(named.map((name) => name.replace(/^\.\//, "")))];
}

/** Files, Rust tests, Bazel targets and Meson tests. */
const TARGETS =
  /^(?:test (?<rust>[\w:]+) \.\.\. FAILED$|(?<bazel>\/\/[\w./-]*:[\w.-]+)[ \t]+(?:FAILED|TIMEOUT|FAILED TO BUILD)\b|[ \t]*\d+\/\d+ (?<meson>[\w./-]+)[ \t]+(?:FAIL|TIMEOUT)\b)|^[ \t]*(?:FAILED|FAIL|ERROR|❯|×|✗|✖|rspec)[ \t]+(?:\[[^\]\n]*\][ \t]*)?(?:\|[^|\n]*\|[ \t]*)?(?<path>[\w@+./-]+\.\w+(?:::[\w:]+)?)/gm;

/** How linters and compilers name a file: before a line number, or alone as the heading of its problems. */
const IN_FILE = /^(?:\/\S*?\/)?(?<file>[\w@+./-]+\.\w+)(?::\d+(?::\d+)?:? .*|)$/gm;
const NAMES_FILES =
  /^(?:eslint|oxlint|ruff check|ruff|mypy|flake8|pylint|stylelint|rubocop|shellcheck|go build|go vet|pyright)\b/;
const SHELLCHECK = /^In (?<file>\S+) line \d+:$/gm;
const GO_PACKAGE = /^(?:FAIL\t|# )(?<path>\S+\/\S+)/gm;
const EXUNIT = /^ {2,}(?<file>test\/\S+_test\.exs):\d+$/gm;
const PLAYWRIGHT = /^ +\d+\) (?:\[[^\]]+\] › )?(?<file>\S+\.\w+):\d+:\d+ › /gm;

/** The files or packages in which a tool reports a problem. */
export function failedLocations(name: string, output: string): string[] {
  const patterns = [
    ...(NAMES_FILES.test(name) ? [IN_FILE] : []),
    ...(name === "shellcheck" ? [SHELLCHECK] : []),
    ...(name.startsWith("go ") ? [GO_PACKAGE] : []),
    ...(name === "mix test" ? [EXUNIT] : []),
    ...(name.startsWith("playwright") ? [PLAYWRIGHT] : []),
  ];
  return patterns.flatMap((pattern) =>
    [...output.matchAll(pattern)].flatMap(({ groups }) => Object.values(groups ?? {})),
  );
}

const EXCLUDES = /^-{1,2}(?:skip|deselect|exclude|ignore|not|x)\b/;

/** Whether a run that is limited by names (`--filter CartTests`, `-run TestX`) includes all tests of `failed`. */
export function selectsTests({ filters, targets }: Invocation, failed: readonly string[]): boolean {
  if (failed.length === 0 || filters.some((filter) => EXCLUDES.test(filter))) return false;
  if (failed.every((test) => targets.includes(test.replace(/^\.\//, "")))) return true;
  // sbt takes the names within one word: `sbt 'testOnly io.acme.ParserSpec'`.
  const selection = [...filters, ...targets.filter((target) => /\s/.test(target))];
  const names = selection.flatMap((text) => text.match(/[\p{L}\p{N}_]{4,}/gu) ?? []);
  return names.length > 0 && failed.every((test) => names.some((name) => test.includes(name)));
}

/** Whether a run is the only failed task of a workspace: Turborepo prints `Failed:    @acme/date#test`. */
export function isFailedTask({ name, directory }: Invocation, output: string): boolean {
  const { where, task } = FAILED_TASK.exec(output)?.groups ?? {};
  return where !== undefined && directory === where && name.endsWith(` ${task}`);
}

const FAILED_TASK = /^ ?Failed: +(?<where>\S+)#(?<task>[^\s,]+)$/m;

/** All patterns above, to keep only matching lines of an output. */
export const FAILURE_PATTERNS: readonly RegExp[] = [
  NAMED,
  TARGETS,
  IN_FILE,
  SHELLCHECK,
  GO_PACKAGE,
  EXUNIT,
  PLAYWRIGHT,
  new RegExp(FAILED_TASK.source, "gm"),
];
