import type { Invocation } from "../invocations/read-invocation.ts";

/** How runners name a test that failed. */
const NAMED =
  /^\s*(?:--- FAIL: (?<go>[\w/]+)|Failed (?<dotnet>[\w`+]+(?:\.[\w`+]+)+)|\[error\] \t(?<sbt>[\w.$]+)$|(?<gradle>[\w.$]+ > .+) FAILED$|\[ERROR\] +(?<maven>[\w.$]+\.\w+):\d+|FAILED (?<pytest>\S+)|rspec (?<rspec>\S+)|\d+\) (?<phpunit>\w[\w\\]*::\w+)|\d+\) test (?<exunit>.+)|test (?<rust>[\w:]+) \.\.\. FAILED$|not ok \d+ -? ?(?<tap>.+)|[●✗×✕✖] (?<jest>.+))/gm;

/** The tests that the output names as failed; none where it was cut, since others may be missing. */
export function failedTests(output: string): string[] {
  if (output.includes("…")) return [];
  return [...output.matchAll(NAMED)].flatMap(({ groups }) => Object.values(groups ?? {}).filter(Boolean));
}

const LEAVES_OUT = /^-{1,2}(?:skip|deselect|exclude|ignore|not|x)\b/;

/** Whether a run that is limited by names (`--filter CartTests`, `-run TestX`) is limited to tests that hold all of `failed`. */
export function choosesTests({ filters, targets }: Invocation, failed: readonly string[]): boolean {
  if (failed.length === 0 || filters.some((filter) => LEAVES_OUT.test(filter))) return false;
  // sbt takes the names within one word: `sbt 'testOnly io.acme.ParserSpec'`.
  const chosen = [...filters, ...targets.filter((target) => /\s/.test(target))];
  const names = chosen.flatMap((text) => text.match(/[\p{L}\p{N}_]{4,}/gu) ?? []);
  return names.length > 0 && failed.every((test) => names.some((name) => test.includes(name)));
}

/** Whether a run is the one task that failed among those of a workspace: Turborepo says `Failed:    @acme/date#test`. */
export function isFailedTask({ name, directory }: Invocation, output: string): boolean {
  const [, where, task] = /^ ?Failed: +(\S+)#([^\s,]+)$/m.exec(output) ?? [];
  return where !== undefined && directory === where && name.endsWith(` ${task}`);
}
