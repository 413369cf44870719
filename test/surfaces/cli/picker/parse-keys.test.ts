import { expect, test } from "vitest";
import { endKeys, parseKeys } from "../../../../src/surfaces/cli/picker/model/parse-keys.ts";

const namesOf = (input: string) => parseKeys(input).keys.map(({ name }) => name);

test("33.2: keys are known in all forms in which terminals send them", () => {
  expect(namesOf("\x1b[A\x1bOA\x10")).toEqual(["up", "up", "up"]);
  expect(namesOf("\x1b[B\x1bOB\x0e")).toEqual(["down", "down", "down"]);
  expect(namesOf("\x1b[5~\x1b[6~")).toEqual(["page-up", "page-down"]);
  expect(namesOf("\x1b[H\x1b[1~\x1bOH\x1b[7~")).toEqual(["home", "home", "home", "home"]);
  expect(namesOf("\x1b[F\x1b[4~\x1bOF\x1b[8~")).toEqual(["end", "end", "end", "end"]);
  expect(namesOf("\r\t\x1b[Z\x7f\x15\x03")).toEqual([
    "enter",
    "tab",
    "shift-tab",
    "backspace",
    "ctrl-u",
    "ctrl-c",
  ]);
});

test("33.2: typed text is one key for each character, whatever its script", () => {
  expect(parseKeys("a漢😀").keys.map(({ text }) => text)).toEqual(["a", "漢", "😀"]);
});

test("33.2: a sequence that arrives in parts is one key, and Esc alone is Esc once nothing follows", () => {
  expect(parseKeys("\x1b")).toEqual({ keys: [], rest: "\x1b" });
  expect(parseKeys("\x1b[")).toEqual({ keys: [], rest: "\x1b[" });
  expect(parseKeys("x\x1b[5")).toEqual({ keys: [{ name: "text", text: "x" }], rest: "\x1b[5" });
  expect(namesOf("\x1b[5~")).toEqual(["page-up"]);
  expect(endKeys("\x1b")).toEqual([{ name: "escape" }]);
});

test("33.2: sequences that mean nothing here are skipped as a whole", () => {
  expect(parseKeys("\x1b[1;5R\x1b[200;1Xq").keys).toEqual([{ name: "text", text: "q" }]);
});

test("33.2: a paste is text: its line feeds press nothing, its control characters are gone", () => {
  const { keys, rest } = parseKeys("\x1b[200~rm -rf\r\n\x1b[31mx\x03\x1b[201~q");
  expect(rest).toBe("");
  expect(keys).toEqual([
    { name: "paste", text: "rm -rf [31mx" },
    { name: "text", text: "q" },
  ]);
});

test("33.2: a paste whose end has not arrived is waited for, and not for ever", () => {
  expect(parseKeys("\x1b[200~half")).toEqual({ keys: [], rest: "\x1b[200~half" });
  expect(endKeys("\x1b[200~half")).toEqual([{ name: "paste", text: "half" }]);
  expect(parseKeys(`\x1b[200~${"x".repeat(200_000)}`).rest).toBe("");
});
