import { expect, test } from "vitest";
import type { Context } from "../../../src/kernel/context.ts";
import { askForNewPassphrase, askForPassphrase } from "../../../src/surfaces/cli/ask/ask-for-passphrase.ts";
import type { Prompts } from "../../../src/surfaces/cli/ask/prompts.ts";

const never = () => Promise.reject(new Error("nothing else is asked"));
const ctx = {} as Context;

/** A person who types these secrets one after the other; Ctrl-C where none is left. */
function typing(...secrets: string[]) {
  const said: string[] = [];
  const prompts: Prompts = {
    confirm: never,
    chooseOne: never,
    chooseSeveral: never,
    askSecret: async () => secrets.shift(),
  };
  return { said, prompts, say: (lines: readonly string[]) => void said.push(...lines) };
}

test("an export asks for the passphrase twice", async () => {
  expect(await askForNewPassphrase(ctx, {}, typing("five words", "five words"))).toEqual({
    passphrase: "five words",
  });
  expect(await askForNewPassphrase(ctx, {}, typing("five words"))).toBeUndefined();
});

test("a mistyped passphrase is asked for again, and three times end the command", async () => {
  const { said, ...dialog } = typing("five words", "four words", "five words", "five words");
  expect(await askForNewPassphrase(ctx, {}, dialog)).toEqual({ passphrase: "five words" });
  expect(said.filter((line) => line === "The two are not the same.")).toHaveLength(1);
  await expect(askForNewPassphrase(ctx, {}, typing("1", "2", "3", "4", "5", "6"))).rejects.toThrow(
    "The passphrase was not typed the same twice.",
  );
});

test.each([[{ plain: true }], [{ recipients: ["age1x"] }], [{ passphrase: "given" }]])(
  "an export with %j asks for nothing",
  async (input) => {
    expect(await askForNewPassphrase(ctx, input, typing())).toBe(input);
  },
);

test("the passphrase of the environment is used without asking", async () => {
  const dialog = { prompts: undefined, say: () => {}, passphrase: "from the environment" };
  expect(await askForNewPassphrase(ctx, {}, dialog)).toEqual({ passphrase: "from the environment" });
  expect(await askForPassphrase(ctx, { file: "x" }, dialog)).toEqual({
    file: "x",
    passphrase: "from the environment",
  });
});

test("an import asks once, and not if a key is given", async () => {
  expect(await askForPassphrase(ctx, {}, typing("five words"))).toEqual({ passphrase: "five words" });
  expect(await askForPassphrase(ctx, {}, typing(""))).toEqual({});
  expect(await askForPassphrase(ctx, {}, typing())).toBeUndefined();
  expect(await askForPassphrase(ctx, { identity: "key" }, typing())).toEqual({ identity: "key" });
});
