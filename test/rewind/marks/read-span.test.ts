import { expect, test } from "vitest";
import type { Transcript, TranscriptEntry } from "../../../src/kernel/agent/transcript.ts";
import { spanOf } from "../../../src/rewind/marks/read-span.ts";

const asIs = { redactor: { text: (text: string) => text, json: <T>(value: T) => value } };

type Call = [tool: "checkpoint" | "rewind", input: object, ok?: boolean];

/** Calls of the two tools and edits (a path each), in order. */
function transcriptOf(steps: readonly (Call | string)[]): Transcript {
  const entries = steps.flatMap((step, at): TranscriptEntry[] => {
    const call = `call-${at}`;
    if (typeof step === "string") return [{ type: "file_changed", at, call, path: step }];
    const [tool, input, ok] = step;
    const used: TranscriptEntry = { type: "own_tool", at, call, tool, input };
    return ok === undefined ? [used] : [used, { type: "outcome", at, call, ok, text: "" }];
  });
  return { entries, size: 0, partial: false };
}

const OUTER: Call = ["checkpoint", { goal: "outer" }, true];
const INNER: Call = ["checkpoint", { goal: "inner" }, true];

test.each<[what: string, steps: readonly (Call | string)[], changed: string[]]>([
  ["the rewind of its mark", [OUTER, "a", ["rewind", { report: "r" }, true], "b"], ["a"]],
  ["a rewind that still runs", [OUTER, "a", ["rewind", { report: "r" }], "b"], ["a"]],
  [
    "no refused rewind",
    [OUTER, "a", ["rewind", {}, false], "b", ["rewind", { report: "r" }, true]],
    ["a", "b"],
  ],
  [
    "no rewind of a mark within it",
    [OUTER, "a", INNER, "b", ["rewind", { report: "r" }, true], "c", ["rewind", { report: "r" }, true], "d"],
    ["a", "b", "c"],
  ],
  [
    "a rewind that names its mark before one within it is ended",
    [OUTER, "a", INNER, "b", ["rewind", { report: "r", to: "outer" }, true], "c"],
    ["a", "b"],
  ],
  [
    "no rewind that names a mark within it",
    [OUTER, INNER, "a", INNER, "b", ["rewind", { report: "r", to: "inner" }, true], "c"],
    ["a", "b", "c"],
  ],
  [
    "no mark that was refused",
    [OUTER, ["checkpoint", {}, false], "a", ["rewind", { report: "r" }, true], "b"],
    ["a"],
  ],
  ["its last entry, if nothing ends it", [OUTER, "a", "b"], ["a", "b"]],
])("a span ends at %s", (_, steps, changed) => {
  const { facts } = spanOf(asIs as never, transcriptOf(steps), { goal: "outer", call: "call-0", at: 0 });
  expect(facts.filesChanged).toEqual(changed);
});
