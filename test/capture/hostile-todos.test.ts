import { expect, test } from "vitest";
import { mergeWrittenTodos, todoKey } from "../../src/capture/facts/keep-todos.ts";

const BLANKS = " ".repeat(250_000);

test("SEC-S34: a quarter of a million blanks after a todo are matched quickly", () => {
  const [todo] = mergeWrittenTodos([], `- [ ] write rows${BLANKS}\u0001 (done)  `);
  expect(todo?.content.startsWith("write rows")).toBe(true);
  expect(todo?.content.endsWith("(done)")).toBe(true);
  expect(todoKey(`${BLANKS}Write rows ${BLANKS}(done)${BLANKS}`)).toBe("write rows");
});
