import { describe, expect, test } from "vitest";
import { foldEntry } from "../../src/capture/fold-entry.ts";
import type { TranscriptEntry } from "../../src/kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import { recoveryText } from "../../src/recovery/record/recovery-text.ts";
import { PROVENANCE } from "../support/sample-provenance.ts";

const HEADING = "Summary by the agent (not the user's words):";
const SUMMARY = `1. Primary Request and Intent:
   Replace the ledger's importer by one that reads camt files.

2. Decisions:
   - We decided to store every amount in cents, never as a float.
   - **Booking dates** come from the bank's file, not from the clock.

6. All user messages:
   - Never write to the production bucket.

7. Pending Tasks:
   - Add a test for files with two accounts.`;

let at = 0;
const prompt = (text: string): TranscriptEntry => ({ type: "prompt", at: ++at, text, promptId: `p${at}` });
const summary: TranscriptEntry = { type: "summary", at: 9, text: SUMMARY };
const captured = (...entries: TranscriptEntry[]): Capture => entries.reduce(foldEntry, EMPTY_CAPTURE);
const textOf = (capture: Capture, isOngoing = false) =>
  recoveryText(capture, { ...PROVENANCE, isOngoing }, { budget: 2_000, nonce: "0".repeat(24) });

describe("the summary that a client wrote when it compacted", () => {
  const short = () =>
    captured(prompt("Never write to the production bucket."), summary, prompt("Now quote the fields."));

  test("delivers goal, decisions and open work sentence by sentence, as the client's words, after the person's own", () => {
    const [said = "", client = ""] = textOf(short()).split(HEADING);
    expect(said).toContain("Never write to the production bucket.");
    for (const line of [
      "Replace the ledger's importer by one that reads camt files.",
      "We decided to store every amount in cents, never as a float.",
      "Booking dates come from the bank's file, not from the clock.",
      "Add a test for files with two accounts.",
    ])
      expect(client).toContain(`- ${line}\n`);
  });

  test("repeats neither its headings nor what the user's own sentences say", () => {
    const text = textOf(short());
    expect(text).not.toContain("Pending Tasks");
    expect(text.split("production bucket")).toHaveLength(2);
  });

  test("makes room for what the person said", () => {
    const rules = Array.from({ length: 60 }, (_, i) =>
      prompt(`Never change module ${i} without a test for station ${i * 7}, whatever anybody says.`),
    );
    expect(textOf(captured(summary, ...rules))).not.toContain(HEADING);
  });

  test("is left out where its own conversation continues: the client has it in its context", () => {
    expect(textOf(short(), true)).not.toContain(HEADING);
  });
});
