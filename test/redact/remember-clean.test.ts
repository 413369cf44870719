import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createRedactor, redactLines } from "../../src/redact/create-redactor.ts";
import { rememberClean } from "../../src/redact/remember-clean.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const SECRET = "Use sk-ant-api03-q8Zr1vT5nWb7KxLmPd3sYhUeGj6oRfCa2iEtXwMzNkBvDpQyHgJ";
const CLEAN = ["Parse the dates", "Split the imports", ""];

/** A redactor that counts what it is asked to search. */
function counting() {
  const inner = createRedactor();
  const searched: string[] = [];
  const text = (input: string) => {
    searched.push(input);
    return inner.text(input);
  };
  return {
    searched,
    redactor: { text, lines: (lines: readonly string[]) => redactLines(text, lines), json: inner.json },
  };
}

test("lines in which nothing was found are not searched again, in the next run either", () => {
  const file = join(temporaryDirectory("clean"), "clean-lines");
  const first = counting();
  const remembering = rememberClean(first.redactor, { file, rules: "1" });
  const shown = remembering.lines([...CLEAN, SECRET]);
  expect(shown.slice(0, 3)).toEqual(CLEAN);
  expect(shown[3]).toContain("[REDACTED");
  expect(remembering.text("main")).toBe("main");
  remembering.save();

  const next = counting();
  const again = rememberClean(next.redactor, { file, rules: "1" });
  expect(again.lines([...CLEAN, SECRET])).toEqual(shown);
  expect(again.text("main")).toBe("main");
  expect(next.searched).toEqual([SECRET]);
});

test("other rules search everything again, and so does a file that is not ours", () => {
  const file = join(temporaryDirectory("clean"), "clean-lines");
  const remembering = rememberClean(counting().redactor, { file, rules: "1" });
  remembering.lines(CLEAN);
  remembering.save();
  const next = counting();
  rememberClean(next.redactor, { file, rules: "2" }).lines(CLEAN);
  expect(next.searched).toEqual([CLEAN.join("\n")]);
  writeFileSync(file, "\0".repeat(300_000));
  expect(rememberClean(next.redactor, { file, rules: "2" }).lines(CLEAN)).toEqual(CLEAN);
});

test("the file contains no text, keeps what other lists found, and stays small", () => {
  const file = join(temporaryDirectory("clean"), "clean-lines");
  for (const name of ["first", "second"]) {
    const { redactor } = counting();
    const remembering = rememberClean(redactor, { file, rules: "1" });
    remembering.lines(Array.from({ length: 3_000 }, (_, i) => `${name} ${i}`));
    remembering.save();
  }
  expect(readFileSync(file, "utf8")).not.toMatch(/first|second/);
  expect(readFileSync(file, "utf8").split("\n")).toHaveLength(802);
  const { redactor, searched } = counting();
  rememberClean(redactor, { file, rules: "1" }).lines(["first 0", "second 399"]);
  expect(searched).toEqual([]);
});
