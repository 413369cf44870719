import { expect, test } from "vitest";
import { isFailedLookup } from "../../src/shell/runs/is-failed-lookup.ts";

test.each([
  ["pwd && ls -la scripts/", "ls: scripts/: No such file or directory"],
  ["gh api repos/a/b/pulls/1 --jq '.x'", "gh: Not Found (HTTP 404)"],
  ["cat data.json | python3 -c 'import json'", "SyntaxError: invalid decimal literal"],
  ["git log --onelin", "fatal: unrecognized argument: --onelin"],
])("a lookup that found nothing: %s", (command, output) => {
  expect(isFailedLookup({ command, output })).toBe(true);
});

test.each([
  ["tail -n 1 logs/run.out", "RuntimeError: returned nan values in its 0th output"],
  ["gh run view 77 --log-failed", "--- FAIL: TestRotate (3.01s)"],
  ["npm test", "sh: vitest: not found"],
  ["cat a.txt > b.txt && make", "make: *** No such file or directory"],
  ["", "No such file or directory"],
])("a failure of the work: %s", (command, output) => {
  expect(isFailedLookup({ command, output })).toBe(false);
});
