import { expect, test } from "vitest";
import { foldEntry } from "../../../src/capture/fold-entry.ts";
import { EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Sentence } from "../../../src/kernel/statement.ts";
import { collectLines } from "../../../src/recovery/record/collect-lines.ts";
import { withReferents } from "../../../src/recovery/record/with-referents.ts";

/** A conversation in which the person and the agent take turns. */
function linesAfter(...turns: string[]) {
  const capture = turns.reduce(
    (known, text, i) =>
      i % 2 === 0
        ? foldEntry(known, { type: "prompt", text, at: i + 1, promptId: `p${i}` })
        : foldEntry(known, { type: "message", text, at: i + 1 }),
    EMPTY_CAPTURE,
  );
  return collectLines(capture, { worktree: "/p", noted: null }, 1_500);
}
const inSection = (name: string, ...turns: string[]) =>
  linesAfter(...turns)
    .filter(({ section }) => section === name)
    .toSorted((a, b) => a.order - b.order)
    .map(({ text }) => text);

const BUILD = "Build the deployment of the shop.";
const DIAGNOSIS = "The deployment fails because the proxy answers 503. I would raise its limit.";
const NEXT = "Now write the notes for the release.";

test("an explanation that was rejected stands before the rejection, and is marked", () => {
  expect(
    inSection("statements", BUILD, DIAGNOSIS, "503 IS NOT RELATED", "Then it is the DNS.", NEXT),
  ).toEqual([`(agent, rejected: ${DIAGNOSIS})`, "503 IS NOT RELATED"]);
  expect(inSection("statements", BUILD, DIAGNOSIS, "Never raise it above 50.", "I won't.", NEXT)[0]).toBe(
    `(agent: ${DIAGNOSIS})`,
  );
});

test("the last answer is marked as rejected until the agent has given another", () => {
  const rejected = [BUILD, DIAGNOSIS, "503 IS NOT RELATED"];
  expect(inSection("answered", ...rejected)).toEqual([`(rejected) ${DIAGNOSIS}`]);
  expect(inSection("stopped", ...rejected, "Then it is the DNS.")).toEqual(["Then it is the DNS."]);
  expect(inSection("answered", BUILD, DIAGNOSIS, NEXT)).toEqual([DIAGNOSIS]);
});

test("what the person undid stands after what it changes, and is worth a line", () => {
  const undid = "I undid your changes.";
  const lines = linesAfter(BUILD, "Done.", "Split it into two jobs.", "Done.", undid, "All right.", NEXT);
  const found = lines.find(({ text }) => text === undid);
  const changed = lines.find(({ text }) => text === "Split it into two jobs.");
  expect(found?.value).toBeGreaterThan(0.45);
  expect(found?.order).toBeGreaterThan(changed?.order ?? Number.POSITIVE_INFINITY);
});

test("a sign that only asks again is not the latest request", () => {
  for (const sign of ["^ ?", "???", "👆"])
    expect(inSection("request", BUILD, "Done.", NEXT, "Which one?", sign)).toEqual([NEXT]);
  expect(inSection("request", BUILD, "Done.", NEXT, "Which one?", "👍")).toEqual(["👍", "← Which one?"]);
});

const said = (text: string, at: number, worth: number): Sentence => ({
  text,
  at,
  asked: null,
  kind: "other",
  worth,
});

test("a short complaint is kept with the sentence that it is about", () => {
  const about = said("Why is there an extra row in the grid?", 2, 0.05);
  const complaint = said("I don't want it", 2, 0.4);
  const worths = (...sentences: Sentence[]) => withReferents(sentences).map(({ worth }) => worth);
  expect(worths(about, complaint)).toEqual([0.4, 0.4]);
  expect(worths({ ...about, worth: 0.6 }, complaint)).toEqual([0.6, 0.4]);
  expect(worths(about, { ...complaint, at: 3 })).toEqual([0.05, 0.4]);
  expect(worths(about, { ...complaint, text: "Use two columns" })).toEqual([0.05, 0.4]);
  expect(worths(about, { ...complaint, text: "I don't want it in the grid of the first page" })).toEqual([
    0.05, 0.4,
  ]);
});

test("an option that the person wrote out is not repeated beside it", () => {
  const offer = "Which one?\n1. Keep the old table\n2. Write a new table for each month";
  const chosen = (answer: string) =>
    inSection("statements", BUILD, offer, answer, "All right.", NEXT).filter(
      (line) => !line.startsWith("(agent"),
    );
  expect(chosen("2. Write a new table for each month!")).toEqual(["Write a new table for each month!"]);
  expect(chosen("2, but never delete one")).toEqual([
    "2, but never delete one ← Write a new table for each month",
  ]);
});
