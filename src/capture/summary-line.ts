const TELLING =
  /\b(?:\w*error|\w*exception|fail(?:ed|ures?|ing)?|cannot|can['’]t|could not|not found|no such|missing|undefined|denied|refused|expected|panic(?:ked)?|assert\w*|fatal|timed? ?out|unresolved|not ok|mismatch)\b/i;
/** A line that begins with the name of an error gives the reason; others may only mention one. */
const REASON =
  /^\[?(?:Uncaught )?(?:[\w.]*(?:Error|Exception|Rejection)\b[^:(]{0,40}:|(?:error|fatal|panic)(?:\[\w+\])?:) ?\S/;
/** What says no more than that it failed, or where in the program that runs it. */
const EMPTY =
  /^(?:Exit code \d+|command failed.*|[\s^~|=*_-]*|npm (?:error|err!)|throw err\w*;?|node:internal\/\S+:\d+|triggerUncaughtException\(.*|Traceback \(most recent call last\):)$/i;

/** The line of a failed command's output that tells most; empty when none tells more than that it failed. */
export function summaryLine(output: string): string {
  const lines = output.split("\n").map((line) => line.replace(/^npm (?:error|ERR!) /, "").trim());
  const saying = lines.filter((line) => !EMPTY.test(line));
  const reason = saying.find((line) => REASON.test(line)) ?? saying.find((line) => TELLING.test(line));
  return reason ?? saying[0] ?? "";
}
