import fc from "fast-check";
import { expect, test } from "vitest";
import { splitLines } from "../../src/transfer/split-lines.ts";

async function linesOf(chunks: readonly string[], maxBytes: number): Promise<(string | undefined)[]> {
  const bytes = (async function* () {
    for (const chunk of chunks) yield Buffer.from(chunk);
  })();
  const lines: (string | undefined)[] = [];
  for await (const line of splitLines(bytes, maxBytes)) lines.push(line?.toString());
  return lines;
}

test("however bytes arrive, the lines are those between line feeds, without one that is not ended", () =>
  fc.assert(
    fc.asyncProperty(
      fc.array(fc.string({ unit: fc.constantFrom("a", "\n", "\u2028", "\r") })),
      async (chunks) => {
        expect(await linesOf(chunks, 1_000)).toEqual(chunks.join("").split("\n").slice(0, -1));
      },
    ),
  ));

test("a line that is too long is left out whole, and those around it are not", async () => {
  expect(await linesOf(["one\nab", "cd", "efgh\ntw", "o\nrest"], 5)).toEqual(["one", undefined, "two"]);
});
