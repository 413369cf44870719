import type { Invocation } from "../invocations/read-invocation.ts";

/** Whether `wide` ran everything that `narrow` ran. */
export function covers(wide: Invocation, narrow: Invocation): boolean {
  if (wide.name !== narrow.name || wide.isDryRun || wide.name === "") return false;
  return coversDirectory(wide, narrow) && coversFilters(wide, narrow) && coversTargets(wide, narrow);
}

/** Tools that search directories recursively, so that the paths of their targets determine what they run. */
export const BY_PATH =
  /^(?:pytest|vitest|jest|mocha|ava|eslint|oxlint|prettier|stylelint|biome|ruff|mypy|pyright|flake8|pylint|black|isort|rspec|rubocop|phpunit|pest|go|shellcheck|deno)\b/;
/** Tools that include the packages of a workspace. */
const BY_WORKSPACE = /^(?:cargo|mvnw?|dotnet|gradlew?)\b/;

function coversDirectory(wide: Invocation, narrow: Invocation): boolean {
  if (wide.directory === undefined || narrow.directory === undefined)
    return wide.directory === narrow.directory;
  if (BY_PATH.test(wide.name) || isSameDirectory(wide.directory, narrow.directory)) return true;
  const isRoot = wide.directory === "";
  return isRoot && (wide.isRecursive || BY_WORKSPACE.test(wide.name));
}

/** A workspace has two names: its path and the name of its package. */
function isSameDirectory(a: string, b: string): boolean {
  if (a === b) return true;
  const isPlain = (name: string) => name !== "" && !name.startsWith("/") && !name.startsWith("..");
  return isPlain(a) && isPlain(b) && lastPart(a) === lastPart(b) && (isName(a) || isName(b));
}

function isName(name: string): boolean {
  return !name.includes("/") || name.startsWith("@");
}

function lastPart(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}

function coversFilters(wide: Invocation, narrow: Invocation): boolean {
  return wide.filters.every((filter) => narrow.filters.includes(filter));
}

/** These tools do nothing without a file, so a rule that names none means any. */
const NEEDS_TARGETS = /^(?:shellcheck|hadolint|bats|yamllint|gcc|clang|javac)$/;

function coversTargets({ name, targets: wide }: Invocation, { targets: narrow }: Invocation): boolean {
  if (wide.length === 0) return true;
  if (narrow.length === 0 && NEEDS_TARGETS.test(name)) return true;
  return narrow.length > 0 && narrow.every((target) => wide.some((other) => isWithin(target, other)));
}

/**
 * `tests/a.py::test_x` is within `tests/a.py`, and that within `tests`; `a.py:12` is within `a.py`; Bazel's `//net:tcp` is within
 * `//net/...`.
 */
export function isWithin(path: string, other: string): boolean {
  const [, bazel] = /^(\/\/.*?)\/?\.\.\.$/.exec(other) ?? [];
  if (bazel !== undefined)
    return bazel === "//" || (path.startsWith(bazel) && /^(?:$|[/:])/.test(path.slice(bazel.length)));
  return path === other || (path.startsWith(other) && /^(?:\/|::|:\d|\[|#)/.test(path.slice(other.length)));
}
