import { describe, expect, test } from "vitest";
import { type Invocation, readInvocation } from "../../../src/shell/invocations/read-invocation.ts";
import { parseCommands } from "../../../src/shell/parse-commands.ts";
import { coversPackages } from "../../../src/shell/runs/failed-packages.ts";
import {
  failedLocations,
  failedTargets,
  failedTests,
  isFailedTask,
  selectsTests,
} from "../../../src/shell/runs/failed-tests.ts";

const read = (line: string): Invocation => {
  const [command] = parseCommands(line);
  if (command === undefined) throw new Error(`No command: ${line}`);
  return readInvocation(command, "/repo");
};

describe("D44: the tests that an output names as failed", () => {
  test.each([
    ["--- FAIL: TestRotate/small (0.01s)", "TestRotate/small"],
    ["    --- FAIL: TestRotate (0.01s)", "TestRotate"],
    ["  Failed Acme.Tests.CartTests.Adds [2 ms]", "Acme.Tests.CartTests.Adds"],
    ["[error] \tio.acme.ParserSpec", "io.acme.ParserSpec"],
    ["CartTest > adds items FAILED", "CartTest > adds items"],
    ["[ERROR]   CartTest.adds:12 expected 1", "CartTest.adds"],
    ["FAILED tests/test_a.py::test_x - assert 1", "tests/test_a.py::test_x"],
    ["rspec ./spec/cart_spec.rb:3 # Cart adds", "./spec/cart_spec.rb:3"],
    ["1) Acme\\CartTest::testAdds", "Acme\\CartTest::testAdds"],
    ["  1) test adds items (CartTest)", "adds items (CartTest)"],
    ["test cart::tests::adds ... FAILED", "cart::tests::adds"],
    ["not ok 3 - adds items", "adds items"],
    ["not ok 3 adds items", "adds items"],
    ["error: -[AppTests.CartTests testAdds] : failed", "AppTests.CartTests testAdds"],
    ["  ● Cart › adds items", "Cart › adds items"],
    ["✕ adds items", "adds items"],
  ])("%j", (line, name) => {
    expect(failedTests(`running\n${line}\nok 4 - other\n`)).toEqual([name]);
  });

  test("are all of them, in their order, unless the output was cut", () => {
    const output = "--- FAIL: TestB\n--- PASS: TestC\n--- FAIL: TestA\n";
    expect(failedTests(output)).toEqual(["TestB", "TestA"]);
    expect(failedTests(`${output}…`)).toEqual([]);
    expect(failedTests("x --- FAIL: TestB\nok 1 - a\ntest a ... ok\n")).toEqual([]);
  });
});

describe("D44: the files and targets that a runner names", () => {
  test.each([
    ["FAIL  test/a.test.ts > adds", "test/a.test.ts"],
    [" FAIL ./test/a.test.ts", "test/a.test.ts"],
    ["FAILED tests/test_a.py::test_x - assert", "tests/test_a.py::test_x"],
    [" ❯ test/a.test.ts (2 tests)", "test/a.test.ts"],
    ["FAIL [chromium] |unit| test/a.test.ts", "test/a.test.ts"],
    ["ERROR tests/test_a.py", "tests/test_a.py"],
    ["rspec ./spec/cart_spec.rb:3", "spec/cart_spec.rb"],
    ["test cart::adds ... FAILED", "cart::adds"],
    ["//net:tcp_test   FAILED in 2.1s", "//net:tcp_test"],
    ["//net:tcp_test  TIMEOUT in 300s", "//net:tcp_test"],
    [" 3/12 net/tcp   FAIL  0.1s", "net/tcp"],
    ["3/12 unit TIMEOUT 30s", "unit"],
  ])("%j", (line, name) => {
    expect(failedTargets(`running\n${line}\nPASS test/b.test.ts\n`)).toEqual([name]);
  });

  test("are each named once, unless the output was cut", () => {
    const output = "FAIL test/a.test.ts > one\nFAIL ./test/a.test.ts > two\nFAIL test/b.test.ts\n";
    expect(failedTargets(output)).toEqual(["test/a.test.ts", "test/b.test.ts"]);
    expect(failedTargets(`${output}…`)).toEqual([]);
    expect(failedTargets("3 tests\nFAIL everything\n//net:tcp PASSED\n")).toEqual([]);
  });
});

describe("D44: where a tool finds something wrong", () => {
  test.each([
    ["eslint", "/repo/src/a.ts\n  1:2  error  no\n", ["src/a.ts"]],
    ["mypy", "src/a.py:3: error: no\nsrc/b.py:4:1: note: x\nFound 1 error\n", ["src/a.py", "src/b.py"]],
    ["ruff check", "src/a.py:3:1: F401 x\n", ["src/a.py"]],
    ["shellcheck", "In run.sh line 3:\n", ["run.sh"]],
    ["go vet", "# acme/cart\ncart/a.go:3:1: no\n", ["cart/a.go", "acme/cart"]],
    ["go test", "FAIL\tacme/cart\t0.1s\nFAIL\n", ["acme/cart"]],
    ["mix test", "  1) test adds\n     test/cart_test.exs:4\n", ["test/cart_test.exs"]],
    ["playwright test", "  1) [chromium] › e2e/a.spec.ts:3:1 › adds\n", ["e2e/a.spec.ts"]],
    ["playwright test", "  2) e2e/a.spec.ts:3:1 › adds\n", ["e2e/a.spec.ts"]],
    ["npm test", "src/a.ts:3: error\n", []],
    ["golint", "FAIL\tacme/cart\n", []],
    ["myeslint", "src/a.ts:3: error\n", []],
  ])("%s: %j", (name, output, places) => {
    expect(failedLocations(name, output)).toEqual(places);
  });
});

describe("D44: a run is limited to the tests that failed", () => {
  test.each([
    ["go test -run TestRotate ./...", ["TestRotate"], true],
    ["go test -run TestRotate ./...", ["TestRotate/small", "TestRotate/large"], true],
    ["go test -run TestRotate ./...", ["TestRotate", "TestOther"], false],
    ["go test -skip TestRotate ./...", ["TestRotate"], false],
    ["go test ./...", ["TestRotate"], false],
    ["go test -run TestRotate ./...", [], false],
    ["pytest tests/test_a.py::test_x", ["tests/test_a.py::test_x"], true],
    ["pytest tests/test_a.py::test_x", ["tests/test_a.py::test_x", "tests/test_a.py::test_y"], false],
    ["pytest spec/a.rb", ["./spec/a.rb"], true],
    ["pytest -k abc", ["tests::abc"], false],
    ["sbt 'testOnly io.acme.ParserSpec'", ["io.acme.ParserSpec"], true],
    ["sbt testOnly", ["testOnly"], true],
  ])("%s of %j: %j", (line, failed, chosen) => {
    expect(selectsTests(read(line), failed)).toBe(chosen);
  });
});

describe("D44: a run is the task or package that failed among several", () => {
  const task = (name: string, directory: string) => ({ ...read("npm test"), name, directory });

  test("as Turborepo names it", () => {
    const output = " Tasks: 3\n Failed:    @acme/date#test\n";
    expect(isFailedTask(task("script test", "@acme/date"), output)).toBe(true);
    expect(isFailedTask(task("script build", "@acme/date"), output)).toBe(false);
    expect(isFailedTask(task("script test", "@acme/time"), output)).toBe(false);
    expect(isFailedTask(task("script test", "@acme/date"), "Failed: 2 tests\n")).toBe(false);
    expect(isFailedTask(task("script test", "@acme/date"), "Failed: @acme/date#test, b#test\n")).toBe(false);
  });

  test.each([
    ["cargo test -p cart", "cargo test", "error: could not compile `cart` (lib)\n", true],
    ["cargo test -p cart", "cargo test", "error: test failed, to rerun pass `-p cart --lib`\n", true],
    [
      "cargo test -p cart",
      "cargo test",
      "error: could not compile `shop`\nerror: could not compile `cart`\n",
      false,
    ],
    ["cargo test -p cart", "cargo test", "error: could not compile `cart`\n…", false],
    ["cargo test -p cart", "cargo test", "error: something else\n", false],
    ["cargo build -p cart", "cargo test", "error: could not compile `cart`\n", false],
    ["npm test -w cart", "npm test --workspaces", "npm error workspace cart@1.0.0\n", true],
    ["npm test -w cart", "npm test --workspaces", "npm ERR! workspace @acme/cart@1.0.0\n", true],
    ["npm test -w cart", "npm test --workspaces", "npm error workspace shop@1.0.0\n", false],
    ["gradle :cart:test", "gradle test", "Execution failed for task ':cart:test'.\n", true],
    ["gradle :shop:test", "gradle test", "Execution failed for task ':cart:test'.\n", false],
    ["gradle :cart:test --tests X", "gradle test", "Execution failed for task ':cart:test'.\n", false],
    ["gradle :cart:test", "gradle test", "BUILD FAILED\n", false],
    ["nx test cart", "nx run-many -t test", "Failed tasks:\n\n- cart:test\n", true],
    ["nx test cart", "nx run-many -t test", "Failed tasks:\n\n- cart:test\n- shop:test\n", false],
  ])("%s, of %s: %j: %j", (part, whole, output, held) => {
    expect(coversPackages(read(part), read(whole), output)).toBe(held);
  });
});
