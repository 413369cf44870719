import * as fc from "fast-check";
import { test } from "vitest";
import { checkHistory, type History, history } from "./restore-model.ts";

/** `long-restore-model.test.ts` runs many more. */
const RUNS = 4;

/** A person removes what the agent made. That is as the files were before its turn, and the agent makes them once more. */
const WENT_BACK: History = {
  first: [],
  turns: [
    { captured: false, person: [], seen: false, agent: [{ type: "write", path: "d/e/z", content: "one\n" }] },
    {
      captured: false,
      person: [{ type: "remove", path: "d/e/z" }],
      seen: false,
      agent: [
        { type: "write", path: "d/e/z", content: "one\n" },
        { type: "write", path: "a", content: "" },
      ],
    },
  ],
  isOpen: false,
  target: 0,
  crashAfter: null,
};

/** What a person wrote was captured before the prompt, so it belongs to what the turn found, and the agent deletes it. */
const SEEN_BEFORE: History = {
  first: [],
  turns: [
    { captured: false, person: [], seen: false, agent: [{ type: "write", path: "a", content: "one\n" }] },
    {
      captured: false,
      person: [{ type: "write", path: "b", content: "three" }],
      seen: true,
      agent: [{ type: "remove", path: "b" }],
    },
  ],
  isOpen: true,
  target: 1,
  crashAfter: null,
};

test(
  "any history of edits, killed restores and undo leaves every byte as it should be",
  { timeout: 60_000 + RUNS * 20_000 },
  () =>
    fc.assert(fc.asyncProperty(history, checkHistory), {
      numRuns: RUNS,
      examples: [[WENT_BACK], [SEEN_BEFORE]],
    }),
);
