import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { shellSegments } from "../../src/sessions/shell-segments.ts";

describe("the commands of a shell line", () => {
  test.each([
    ["npm test", [["npm", "test"]]],
    [
      "cd a && CI=1 npm test | tail -5; echo done",
      [
        ["cd", "a"],
        ["CI=1", "npm", "test"],
        ["tail", "-5"],
        ["echo", "done"],
      ],
    ],
    ['echo "npm test && x"', [["echo", "npm test && x"]]],
    ["echo 'a; b' || false", [["echo", "a; b"], ["false"]]],
    ["make 2>&1 &", [["make", "2>&1"]]],
    ["a\nb # npm test\nc", [["a"], ["b"], ["c"]]],
    ["(cd x; make)", [["cd", "x"], ["make"]]],
    [
      "cat > f <<'EOF'\nnpm test\nEOF\nnpm run lint",
      [
        ["cat", ">", "f"],
        ["npm", "run", "lint"],
      ],
    ],
    ["echo a\\ b", [["echo", "a b"]]],
    ["echo ${HOME}/x", [["echo", "${HOME}/x"]]],
    ["", []],
  ])("%j", (line, segments) => {
    expect(shellSegments(line)).toEqual(segments);
  });

  test("any text ends, also with quotes left open", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom("a", " ", '"', "'", "\\", ";", "&", "\n", "<", "#", "{"),
          maxLength: 300,
        }),
        (line) => {
          expect(shellSegments(line).flat().join("").length).toBeLessThanOrEqual(line.length);
        },
      ),
    );
  });
});
