import { expect, test } from "vitest";
import * as z from "zod";
import type { Context } from "../../src/kernel/context.ts";
import { defineOperation } from "../../src/kernel/operation.ts";

const echo = defineOperation({
  name: "echo",
  group: "checkpoints",
  summary: "Gives back what it gets",
  readOnly: true,
  input: z.object({
    name: z.string().min(1).max(5),
    count: z.coerce.number().int().max(9).default(1),
    kind: z.enum(["step", "place"]).optional(),
    tags: z.array(z.string()).max(9).default([]),
    age: z
      .string()
      .regex(/^\d+d$/, "give a duration such as 7d")
      .optional(),
  }),
  output: z.unknown(),
  run: async (_ctx, input) => input,
});

const ctx = { redactor: { text: (text: string) => text, json: <T>(value: T) => value } } as Context;
const call = (input: unknown) => echo.call(ctx, input);

test.each([
  [{}, "name: is missing."],
  [undefined, "name: is missing."],
  [{ name: "" }, "name: must have at least 1 character."],
  [{ name: "abcdef" }, "name: must have at most 5 characters."],
  [{ name: 1 }, "name: must be a string."],
  [{ name: "a", count: "x" }, "count: must be a number."],
  [{ name: "a", count: 1.5 }, "count: must be a whole number."],
  [{ name: "a", count: 10 }, "count: must be at most 9."],
  [{ name: "a", kind: "x" }, "kind: must be one of step, place."],
  [{ name: "a", tags: "0123456789".split("") }, "tags: must have at most 9 items."],
  [{ name: "a", tags: [1] }, "tags.0: must be a string."],
  [{ name: "a", age: "x" }, "age: give a duration such as 7d."],
  [[], "The input must be an object."],
  ["x", "The input must be an object."],
  [{ name: "a", nmae: "b" }, 'Unknown field "nmae". Known fields: name, count, kind, tags, age.'],
])("%j is refused in words that say what to correct", async (input, message) => {
  await expect(call(input)).rejects.toMatchObject({ code: "invalid_input", message });
});

test("missing settings have defaults, and up to five problems are reported", async () => {
  await expect(call({ name: "a" })).resolves.toEqual({ name: "a", count: 1, tags: [] });
  const tags = Array.from({ length: 9 }, () => 1);
  const error = await call({ name: "a", tags }).catch(({ message }: Error) => message);
  expect(String(error).split("; ")).toHaveLength(5);
});
