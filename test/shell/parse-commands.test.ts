import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parseCommands } from "../../src/shell/parse-commands.ts";

describe("the commands of a shell line", () => {
  test.each([
    ["npm test", [["npm", "test"]]],
    [
      "cd a && CI=1 npm test | tail -5; echo done",
      [
        ["cd", "a"],
        ["npm", "test"],
        ["tail", "-5"],
        ["echo", "done"],
      ],
    ],
    ['echo "npm test && x"', [["echo", "npm test && x"]]],
    ["echo 'a; b' || false", [["echo", "a; b"], ["false"]]],
    ["make 2>&1 &", [["make"]]],
    ["make>out 2>err >>more", [["make"]]],
    ["a\nb # npm test\nc", [["a"], ["b"], ["c"]]],
    ["(cd x; make)", [["cd", "x"], ["make"]]],
    ["cat > f <<'EOF'\nnpm test\nEOF\nnpm run lint", [["cat"], ["npm", "run", "lint"]]],
    ["cat <<EOF\nEOF\nmake", [["cat"], ["make"]]],
    ["cat <<<word && make", [["cat"], ["make"]]],
    ["echo a\\ b", [["echo", "a b"]]],
    ["echo ${HOME}/x", [["echo", "${HOME}/x"]]],
    ["", []],
  ])("%j", (line, words) => {
    expect(parseCommands(line).map((command) => command.words)).toEqual(words);
  });

  test.each(["$(", "(", "{ ", "`", '"$(', "cat <<A\n", "${a:-", "<(", "f() ", "if ", "case a in ", "a|"])(
    "a line of nothing but %j is parsed without an error",
    (part) => expect(parseCommands(part.repeat(5_000)).length).toBeLessThan(16_384),
  );

  test("any text is parsed, even with unclosed quotes", () => {
    fc.assert(
      fc.property(
        fc.string({
          unit: fc.constantFrom("a", " ", '"', "'", "\\", ";", "&", "\n", "<", ">", "#", "{"),
          maxLength: 300,
        }),
        (line) => {
          expect(
            parseCommands(line)
              .flatMap(({ words, writes }) => [...words, ...writes])
              .join("").length,
          ).toBeLessThanOrEqual(line.length);
        },
      ),
    );
  });
});
