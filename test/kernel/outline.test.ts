import { expect, test } from "vitest";
import { EMPTY_CAPTURE, parseCapture } from "../../src/kernel/capture.ts";
import { currentOutline } from "../../src/kernel/current-outline.ts";
import { createOutlineParser } from "../../src/kernel/outline.ts";

const CURRENT = {
  ...EMPTY_CAPTURE,
  goal: "Parse the dates",
  prompts: [{ id: "p1", channel: "typed", text: "Parse the dates", asked: null, at: 1 }],
  responses: [{ id: "r1", channel: "answer", text: "UTC", asked: "Which zone?", at: 1 }],
  todos: [{ content: "Test it", status: "pending", task: "t1" }],
  decisions: [{ decision: "Use UTC", rationale: null }],
  files: [{ path: "/w/a.ts", action: "changed", at: 1, changedAt: 1, edit: null }],
  commands: [{ id: "c1", command: "npm test", ok: null, output: "", at: 1 }],
} as const;
const INHERITED = { goal: "Before", request: null, todos: [], decisions: [] };

/** What a list shows, read from the whole capture by its schema. */
function outlineBySchema(stored: object) {
  const { version, goal, prompts, proposal, responses, todos, decisions, files, commands, inherited } =
    parseCapture(JSON.stringify(stored));
  const shown = { version, goal, prompts, proposal, responses, todos, decisions, files, commands, inherited };
  return { ...EMPTY_CAPTURE, ...shown };
}

test.each([
  ["the newest form", CURRENT],
  ["what was inherited", { ...CURRENT, inherited: INHERITED }],
  ["missing fields", { ...CURRENT, proposal: undefined, responses: undefined, inherited: undefined }],
  [
    "an edit in progress",
    { ...CURRENT, files: [{ ...CURRENT.files[0], edit: { call: "c", changedBefore: null } }] },
  ],
  ["a prompt of an earlier form", { ...CURRENT, prompts: [{ id: "p", text: "x", at: 2 }] }],
])("an outline is what the schema reads of a capture: %s", (_, stored) => {
  expect(createOutlineParser("full")(JSON.stringify(stored))).toEqual(outlineBySchema(stored));
});

test.each([
  ["a version", { version: 4 }],
  ["a goal that is too long", { goal: "x".repeat(1_502) }],
  ["a prompt without a text", { prompts: [{ ...CURRENT.prompts[0], text: undefined }] }],
  ["an answer without a time", { responses: [{ ...CURRENT.responses[0], at: null }] }],
  ["an unknown channel", { prompts: [{ ...CURRENT.prompts[0], channel: "radio" }] }],
  ["an impossible time", { files: [{ ...CURRENT.files[0], at: 1e300 }] }],
  ["an unknown status", { todos: [{ content: "x", status: "someday" }] }],
  ["a list that is none", { commands: { length: 0 } }],
  ["a null in a list", { decisions: [null] }],
])("what the schema refuses is not accepted: %s", (_, wrong) => {
  expect(currentOutline({ ...CURRENT, ...wrong })).toBeUndefined();
  expect(createOutlineParser("full")(JSON.stringify({ ...CURRENT, ...wrong }))).toEqual(EMPTY_CAPTURE);
});

test("nothing but an object has an outline", () => {
  for (const stored of [null, 1, "x", [], undefined]) expect(currentOutline(stored)).toBeUndefined();
});
