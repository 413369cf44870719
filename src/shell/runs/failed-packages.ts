import type { Invocation } from "../invocations/read-invocation.ts";
import { covers } from "./covers.ts";

/** How a run over a whole workspace names the packages in which it failed. */
const NAMED: readonly (readonly [tool: RegExp, pattern: RegExp])[] = [
  [/^cargo /, /^error: could not compile `(?<name>[\w-]+)`|to rerun pass `-p (?<other>[\w-]+)/gm],
  [/^mvn$/, /Failed to execute goal \S+ .*?on project (?<name>[\w.-]+):/gm],
  [
    /^(?:script|packages) /,
    /^npm (?:error|ERR!) workspace (?<name>\S+?)(?:@\d\S*)?$|ERR_PNPM_RECURSIVE\w+[ \t]+(?<other>@?[^@\s]+)(?:@\S+)? /gm,
  ],
];
const GRADLE_TASK = /^Execution failed for task '(?<name>:\S+)'/gm;
const NX_TASK = /^[ \t]*- (?<name>[\w@/.-]+:[\w-]+)$/gm;

/** Whether a run of one package or task covers all that a run of the whole workspace reported as failed. */
export function coversPackages(part: Invocation, whole: Invocation, output: string): boolean {
  if (output.includes("…")) return false;
  return coversTasks(part, whole, output) || isOnlyFailedPackage(part, whole, output);
}

function isOnlyFailedPackage(part: Invocation, whole: Invocation, output: string): boolean {
  const packages = NAMED.flatMap(([tool, pattern]) =>
    tool.test(whole.name) ? namesIn(output, pattern) : [],
  );
  const isNamed = (name: string) => name === part.directory || name.endsWith(`/${part.directory}`);
  return (
    packages.length > 0 &&
    packages.every(isNamed) &&
    covers({ ...part, directory: whole.directory, isRecursive: true }, whole)
  );
}

/** Gradle and Nx report failed tasks by the names with which they can be run. */
function coversTasks(part: Invocation, whole: Invocation, output: string): boolean {
  const [tool = "", task = ""] = part.name.split(" ");
  if (!/^(?:gradle|nx)$/.test(tool) || !whole.name.startsWith(tool) || part.filters.length > 0) return false;
  const failed = namesIn(output, tool === "gradle" ? GRADLE_TASK : NX_TASK);
  const ran = part.targets.flatMap((target) => [target, `${target}:${task}`]);
  return failed.length > 0 && failed.every((name) => ran.includes(name));
}

function namesIn(output: string, pattern: RegExp): string[] {
  const named = [...output.matchAll(pattern)].flatMap(({ groups }) => Object.values(groups ?? {}));
  return [...new Set(named.filter((name) => name !== undefined))];
}

/** All of the patterns above. */
export const PACKAGE_PATTERNS: readonly RegExp[] = [
  ...NAMED.map(([, pattern]) => pattern),
  GRADLE_TASK,
  NX_TASK,
];
