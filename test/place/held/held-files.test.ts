import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { appendHeldPrompt, findHeldFiles } from "../../../src/place/held/held-files.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

test.each([
  ["ASCII", "x".repeat(750_000)],
  ["letters of three bytes", "漢".repeat(250_000)],
])("P38: a prompt that does not fit is refused, and those before it can still be read: %s", (_, text) => {
  const root = join(temporaryDirectory("held"), "memory");
  const directory = { root, memory: root, mode: 0o700 as const, shared: null };
  const append = (at: number) =>
    appendHeldPrompt(directory, "mine", { at: `t${at}`, text, replayable: true });
  for (const at of [1, 2, 3, 4, 5]) append(at);
  const path = join(directory.memory, "pending-prompt-mine.txt");
  const { size } = statSync(path);
  expect(() => append(6)).toThrow(`${path} is full`);
  expect(statSync(path).size).toBe(size);
  const [file] = findHeldFiles(directory, "mine");
  expect(file?.prompts.map(({ at }) => at)).toEqual(["t1", "t2", "t3", "t4", "t5"]);
});
