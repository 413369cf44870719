import { describe, expect, test } from "vitest";
import type { Statement } from "../../src/kernel/statement.ts";
import { isSamePrompt, waitingId } from "../../src/sessions/same-prompt.ts";
import { isSystemText } from "../../src/sessions/system-text.ts";

const AT = 100_000;
const report = (change: Partial<Statement> = {}): Statement => ({
  id: "a",
  channel: "typed",
  text: "Fix the total.",
  asked: null,
  at: AT,
  ...change,
});
const same = (known: Partial<Statement>, prompt: Partial<Statement>) =>
  isSamePrompt(report(known), report(prompt));

describe("T13: two reports are of the same prompt", () => {
  test("if they have the same text within ten seconds, under ids that not every report has", () => {
    expect(same({}, { id: "b", at: AT + 9_999 })).toBe(true);
    expect(same({}, { id: "b", at: AT - 9_999 })).toBe(true);
    expect(same({}, { id: "b", at: AT + 10_000 })).toBe(false);
    expect(same({}, { id: "b", text: "Fix the tax." })).toBe(false);
  });

  test("but not if the client gave each an id of its own: a person may say the same twice", () => {
    const keyed = { keyed: true };
    expect(same(keyed, { ...keyed, id: "b", at: AT + 2_000 })).toBe(false);
    expect(same(keyed, { ...keyed, at: AT + 2_000 })).toBe(true);
    expect(same(keyed, { id: "b", at: AT + 2_000 })).toBe(true);
    expect(same({ ...keyed, id: waitingId(AT) }, { ...keyed, id: "b", at: AT + 2_000 })).toBe(true);
  });

  test("regardless of surrounding white space", () => {
    expect(same({ text: "Fix the total.\n" }, { id: "b" })).toBe(true);
    expect(same({}, { id: "b", text: "  Fix the total." })).toBe(true);
  });

  test("if they have the same id and one begins like the other, since either may be truncated", () => {
    const long = `${"A long prompt. ".repeat(10)}End.`;
    const hours = { at: AT + 7_200_000 };
    expect(same({ text: long }, { text: long.slice(0, 100), ...hours })).toBe(true);
    expect(same({ text: long.slice(0, 100) }, { text: long, ...hours })).toBe(true);
    expect(same({ text: `${long.slice(0, 100)}…` }, { text: long, ...hours })).toBe(true);
    expect(same({ text: long }, { text: `${long.slice(0, 90)}…`, ...hours })).toBe(true);
    expect(same({ text: "Yes." }, { text: "Yes.", ...hours })).toBe(true);
  });

  test("not if only their turn id is the same, since a second prompt may be typed in a turn", () => {
    expect(same({ text: "Fix the total." }, { text: "And the tax." })).toBe(false);
    expect(same({ text: "Fix the total" }, { text: "Fix the total of the export, too." })).toBe(false);
    expect(same({ text: "Yes. And the tax." }, { text: "Yes." })).toBe(false);
    expect(same({ text: "the tax." }, { text: "And the tax." })).toBe(false);
    expect(same({ text: "And the tax." }, { text: "the tax." })).toBe(false);
  });

  test("if one was queued and the other came later, however long that took", () => {
    const hour = AT + 3_600_000;
    expect(same({ id: waitingId(AT) }, { id: "b", at: hour })).toBe(true);
    expect(same({ id: waitingId(hour), at: hour }, { id: "b" })).toBe(false);
    expect(same({}, { id: "b", channel: "queued", at: hour })).toBe(true);
    expect(same({}, { id: waitingId(hour), channel: "queued", at: hour })).toBe(false);
    expect(same({}, { id: "b", channel: "typed", at: hour })).toBe(false);
  });
});

test("T22: a text that no person typed is the client's, ours, or empty", () => {
  for (const ours of ["<holdfast-debrief>…", "\n [holdfast] …", "", " \n"])
    expect(isSystemText(ours)).toBe(true);
  expect(isSystemText("A task has ended.", true)).toBe(true);
  for (const typed of ["Go.", "Use <holdfast> as the tag.", "holdfast list"])
    expect(isSystemText(typed)).toBe(false);
});
