import { describe, expect, test } from "vitest";
import { applyHeldAnswer, type Held, type HeldAnswer } from "../../../src/place/held/apply-held-answer.ts";

const prompt = (text: string, replayable = true) => ({ at: "2026-11-20T10:00:00Z", text, replayable });
const OWN: Held = {
  prompts: [prompt("first"), prompt("<note>", false), prompt("third")],
  path: "own.txt",
  session: "mine",
  isOwn: true,
};
const OTHER: Held = { ...OWN, path: "other.txt", session: "other", isOwn: false };

function answer(held: Held, given: Partial<HeldAnswer> & { choice: string }) {
  const files: string[] = [];
  const outcome = applyHeldAnswer(held, { tries: 0, replacement: undefined, ...given }, (path) => {
    files.push(path);
    return true;
  });
  expect(outcome.discarded).toBe(files.length > 0);
  return { ...outcome, discarded: files };
}

const NOTHING = { run: null, edit: null, askAgain: false, discarded: [] };

describe("P36-P41: what is done with prompts that were kept", () => {
  test("they run in their order, without notifications, and their file goes", () => {
    const all = { ...NOTHING, run: "first\n\nthird", discarded: ["own.txt"] };
    expect(answer(OWN, { choice: "all" })).toEqual(all);
    expect(answer(OWN, { choice: "3,1" })).toEqual(all);
    expect(answer(OWN, { choice: "3" })).toEqual({ ...all, run: "third" });
    expect(answer(OWN, { choice: "2" })).toEqual({ ...all, run: null });
  });

  test("one is shown in full to be edited, and nothing goes until its replacement comes", () => {
    expect(answer(OWN, { choice: "edit 3" })).toEqual({ ...NOTHING, edit: "third" });
    expect(answer(OWN, { choice: "edit 3", replacement: "3rd" })).toEqual({
      ...NOTHING,
      run: "3rd",
      discarded: ["own.txt"],
    });
  });

  test("an answer that says nothing is asked for once more, and then means none", () => {
    expect(answer(OWN, { choice: "what?" })).toEqual({ ...NOTHING, askAgain: true });
    expect(answer(OWN, { choice: "what?", tries: 1 })).toEqual({ ...NOTHING, discarded: ["own.txt"] });
    expect(answer(OWN, { choice: "none" })).toEqual({ ...NOTHING, discarded: ["own.txt"] });
  });

  test("those of another session stay in their file unless they are to be deleted", () => {
    expect(answer(OTHER, { choice: "1" })).toEqual({ ...NOTHING, run: "first" });
    expect(answer(OTHER, { choice: "edit 1", replacement: "1st" })).toEqual({ ...NOTHING, run: "1st" });
    expect(answer(OTHER, { choice: "none" })).toEqual(NOTHING);
    expect(answer(OTHER, { choice: "delete" })).toEqual({ ...NOTHING, discarded: ["other.txt"] });
    expect(answer(OWN, { choice: "delete" })).toEqual({ ...NOTHING, discarded: ["own.txt"] });
  });

  test("one that only the transcript has has no file to discard", () => {
    const swallowed: Held = { ...OWN, prompts: [prompt("lost")], path: null };
    expect(answer(swallowed, { choice: "y" })).toEqual({ ...NOTHING, run: "lost" });
    expect(answer(swallowed, { choice: "delete" })).toEqual(NOTHING);
  });
});
