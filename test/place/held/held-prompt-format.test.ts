import { describe, expect, test } from "vitest";
import type { Redactor } from "../../../src/kernel/ports/redactor.ts";
import {
  formatHeldPrompt,
  parseHeldPrompts,
  redactHeldPrompts,
} from "../../../src/place/held/held-prompt-format.ts";

const AT = "2026-11-20T10:00:00Z";
const HEADER = `=== BLOCKED PROMPT [${AT}] ===`;

describe("P37: a prompt is written", () => {
  test("below a header with its time, and a blank line behind it", () => {
    expect(formatHeldPrompt({ at: AT, text: "fix it\n\nnow", replayable: true })).toBe(
      `${HEADER}\nfix it\n\nnow\n\n`,
    );
  });

  test("with a mark if it cannot be repeated", () => {
    expect(formatHeldPrompt({ at: AT, text: "done", replayable: false })).toBe(
      `=== BLOCKED PROMPT [${AT}] (not replayable) ===\ndone\n\n`,
    );
  });

  test("with a backslash before each line that reads like a header", () => {
    const text = `${HEADER}\n\\${HEADER}\nsee ${HEADER}\n\\x`;
    expect(formatHeldPrompt({ at: AT, text, replayable: true })).toBe(
      `${HEADER}\n\\${HEADER}\n\\\\${HEADER}\nsee ${HEADER}\n\\x\n\n`,
    );
  });
});

describe("P36 P37: the prompts of a file", () => {
  const prompt = (text: string, at = AT, replayable = true) => ({ at, text, replayable });

  test.each([
    ["a text without a header is one", "fix\nit\n", [prompt("fix\nit", "legacy")]],
    ["nothing is none", " \n\n", []],
    ["a header alone is none", `${HEADER}\n\n`, []],
    [
      "what stands before the first header is one",
      `before\n\n${HEADER}\nafter\n`,
      [prompt("before", "legacy"), prompt("after")],
    ],
    ["line ends of Windows are line ends", `${HEADER}\r\na\r\nb\r\n`, [prompt("a\nb")]],
    ["blank lines around it go", `${HEADER}\n \t\n\n  indented\n\nb \n\n`, [prompt("  indented\n\nb")]],
    ["a time may be any text", "=== BLOCKED PROMPT [] ===\na", [prompt("a", "")]],
    [
      "what cannot be repeated says so in its header",
      `=== BLOCKED PROMPT [${AT}] (not replayable) ===\na`,
      [prompt("a", AT, false)],
    ],
    [
      "a notification of the client cannot be repeated",
      `${HEADER}\n  <task-notification>a`,
      [prompt("  <task-notification>a", AT, false)],
    ],
    ["a word about one can", `${HEADER}\na <task-notification>`, [prompt("a <task-notification>")]],
    [
      "a backslash before a header goes",
      `${HEADER}\n\\${HEADER}\n\\\\${HEADER}`,
      [prompt(`${HEADER}\n\\${HEADER}`)],
    ],
    ["any other stays", `${HEADER}\n\\x`, [prompt("\\x")]],
    ["without a header no backslash was put", `\\${HEADER}`, [prompt(`\\${HEADER}`, "legacy")]],
    [
      "no header is a line with more than one",
      `${HEADER}\n${HEADER} x\nx ${HEADER}\n=== BLOCKED PROMPT [a]b] ===`,
      [prompt(`${HEADER} x\nx ${HEADER}\n=== BLOCKED PROMPT [a]b] ===`)],
    ],
  ])("%s", (_, content, prompts) => {
    expect(parseHeldPrompts(content)).toEqual(prompts);
  });
});

describe("held prompts without their secrets", () => {
  const clean = (input: string) => input.replaceAll("SECRET", "[REDACTED]");
  const redactor = { text: clean } as Redactor;
  const held = (said: string, replayable = true) =>
    formatHeldPrompt({ at: "2026-11-20T10:00:00Z", text: said, replayable });

  test("stay as they are otherwise, in their order", () => {
    const file = (secret: string) => `before ${secret}\n\n${held(`a ${secret}`)}${held("b", false)}`;
    expect(redactHeldPrompts(file("SECRET"), redactor)).toBe(file("[REDACTED]"));
  });

  test("are none where there are none, and where the file is not ours", () => {
    expect(redactHeldPrompts(held("a") + held("b"), redactor)).toBeUndefined();
    expect(redactHeldPrompts("theirs: SECRET\n", redactor)).toBeUndefined();
    expect(redactHeldPrompts("", redactor)).toBeUndefined();
  });
});
