import { expect, test } from "vitest";
import { answerCheckpoint, answerRewind } from "../../../src/rewind/messages/answer-tools.ts";
import { applyRewinds } from "../../../src/rewind/messages/apply-rewinds.ts";
import { openAiMessages } from "../../../src/rewind/messages/shapes/openai.ts";
import { checkpointCall, play, rewindCall, toOpenAi } from "./conversation.ts";

const shape = openAiMessages();
const opened = toOpenAi(play([{ part: "x", rounds: [{ says: "", calls: [checkpointCall("find it")] }] }]));
const done = toOpenAi(
  play([
    {
      part: "x",
      rounds: [
        { says: "", calls: [checkpointCall("find it")] },
        { says: "", calls: [rewindCall("Found.")] },
      ],
    },
  ]),
);

test("W7 W15: a second checkpoint is refused while one is open, unless marks may be nested", () => {
  expect(answerCheckpoint(shape, [], { goal: "find it" })).toEqual({
    ok: true,
    text: "Checkpoint created.\nGoal: find it\nRun your investigation, then call rewind with a concise report.",
  });
  expect(answerCheckpoint(shape, opened, { goal: "more" })).toEqual({
    ok: false,
    text: "Checkpoint already active.",
  });
  expect(answerCheckpoint(shape, opened, { goal: "more", nested: true })).toMatchObject({ ok: true });
  expect(answerCheckpoint(shape, done, { goal: "more" })).toMatchObject({ ok: true });
});

test("W19: a rewind needs an open mark and a report, and a second one is told that it is completed", () => {
  expect(answerRewind(shape, opened, { report: "Found." })).toMatchObject({ ok: true });
  expect(answerRewind(shape, opened, { report: " \n" })).toEqual({
    ok: false,
    text: "Report cannot be empty.",
  });
  expect(answerRewind(shape, [], { report: "Found." })).toMatchObject({
    ok: false,
    text: "No active checkpoint. Create a checkpoint before calling rewind.",
  });
  for (const messages of [done, applyRewinds(shape, done).messages])
    expect(answerRewind(shape, messages, { report: "Found." })).toMatchObject({
      ok: false,
      text: expect.stringContaining("Checkpoint already completed; continue from the retained rewind report"),
    });
});
