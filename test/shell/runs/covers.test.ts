import { describe, expect, test } from "vitest";
import type { Invocation } from "../../../src/shell/invocations/read-invocation.ts";
import { covers, isWithin } from "../../../src/shell/runs/covers.ts";

const run = (some: Partial<Invocation>): Invocation => ({
  name: "npm test",
  directory: "",
  isRecursive: false,
  targets: [],
  filters: [],
  isDryRun: false,
  ...some,
});
const all = (wide: Partial<Invocation>, narrow: Partial<Invocation>) => covers(run(wide), run(narrow));

describe("D44: a run holds all that another one ran", () => {
  test("if it is of the same tool, and ran at all", () => {
    expect(all({}, {})).toBe(true);
    expect(all({ name: "npm run lint" }, {})).toBe(false);
    expect(all({ isDryRun: true }, {})).toBe(false);
    expect(all({}, { isDryRun: true })).toBe(true);
    expect(all({ name: "" }, { name: "" })).toBe(false);
  });

  test.each<[string, string | undefined, string | undefined, boolean]>([
    ["script test", "", "", true],
    ["script test", "app", "app", true],
    ["script test", "", "app", false],
    ["script test", "app", "", false],
    ["script test", "app", "packages/app", true],
    ["script test", "packages/app", "app", true],
    ["script test", "@acme/app", "packages/app", true],
    ["script test", "one/app", "two/app", false],
    ["script test", "app", "packages/other", false],
    ["script test", "/app", "app", false],
    ["script test", "app", "/x/app", false],
    ["script test", "../app", "app", false],
    ["script test", "app", "../app", false],
    ["script test", undefined, undefined, true],
    ["script test", undefined, "app", false],
    ["script test", "app", undefined, false],
    ["pytest", "", "app", true],
    ["pytest", "app", "", true],
    ["go test", "app", "", true],
    ["vitest run", "app", "", true],
    ["cargo test", "", "app", true],
    ["cargo test", "app", "", false],
    ["gradle test", "", "app", true],
    ["mypytest", "app", "", false],
    ["mycargo", "", "app", false],
  ])("%s in %j holds one in %j: %j", (name, wide, narrow, held) => {
    expect(all({ name, directory: wide }, { name, directory: narrow })).toBe(held);
  });

  test("of all packages from the root on", () => {
    expect(all({ isRecursive: true }, { directory: "app" })).toBe(true);
    expect(all({ isRecursive: true, directory: "app" }, { directory: "other" })).toBe(false);
  });

  test("unless it is limited by more filters", () => {
    expect(all({ filters: ["-k x"] }, { filters: ["-k x", "-m y"] })).toBe(true);
    expect(all({ filters: ["-k x", "-m y"] }, { filters: ["-k x"] })).toBe(false);
    expect(all({}, { filters: ["-k x"] })).toBe(true);
  });

  test.each<[string, string[], string[], boolean]>([
    ["vitest", [], ["a.test.ts"], true],
    ["vitest", ["a.test.ts"], [], false],
    ["vitest", ["a.test.ts"], ["a.test.ts"], true],
    ["vitest", ["test"], ["test/a.test.ts", "test/b.test.ts"], true],
    ["vitest", ["test/a.test.ts"], ["test/a.test.ts", "test/b.test.ts"], false],
    ["vitest", ["test/a.test.ts", "test/b.test.ts"], ["test/b.test.ts"], true],
    ["shellcheck", ["a.sh"], [], true],
    ["javac", ["A.java"], [], true],
    ["myjavac", ["A.java"], [], false],
    ["javac9", ["A.java"], [], false],
    ["gradle", ["test"], ["build"], false],
    ["gradle", ["build"], ["lint"], false],
    ["mvn", ["compile"], ["test"], false],
    ["mvn", ["clean"], ["compile"], false],
    ["make", ["build"], ["test"], false],
  ])("%s of %j holds one of %j: %j", (name, wide, narrow, held) => {
    expect(all({ name, targets: wide }, { name, targets: narrow })).toBe(held);
  });
});

test.each([
  ["tests/a.py", "tests/a.py", true],
  ["tests/a.py", "tests", true],
  ["tests/a.py::test_x", "tests/a.py", true],
  ["tests/a.py::test_x[1]", "tests/a.py::test_x", true],
  ["a.py:12", "a.py", true],
  ["page#part", "page", true],
  ["tests2/a.py", "tests", false],
  ["tests.py", "tests", false],
  ["a.py:x", "a.py", false],
  ["tests", "tests/a.py", false],
  ["x/tests/a.py", "tests", false],
  ["//net:tcp", "//net/...", true],
  ["//net/udp:all", "//net/...", true],
  ["//net", "//net/...", true],
  ["//network:tcp", "//net/...", false],
  ["//app:x", "//net/...", false],
  ["//net:tcp", "//...", true],
])("%s is within %s: %j", (path, other, within) => {
  expect(isWithin(path, other)).toBe(within);
});
