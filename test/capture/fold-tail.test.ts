import { describe, expect, test } from "vitest";
import { countFoundPrompts, foldedUntil, foldTail } from "../../src/capture/fold-tail.ts";
import type { TranscriptEntry, TranscriptTail } from "../../src/kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Session } from "../../src/kernel/record.ts";
import type { Statement } from "../../src/kernel/statement.ts";

const capture = (more: Partial<Capture> = {}): Capture => ({ ...EMPTY_CAPTURE, ...more });
const prompt = (text: string, at: number): TranscriptEntry => ({ type: "prompt", text, at });
const statement = (text: string, at: number): Statement => ({
  id: `${at}`,
  channel: "typed",
  text,
  asked: null,
  at,
});
const tail = (more: Partial<TranscriptTail> = {}): TranscriptTail => ({
  entries: [],
  path: "/t.jsonl",
  readAt: 1_000_000,
  bytes: 700,
  tokens: null,
  use: null,
  hasMoved: false,
  isWhole: true,
  ...more,
});
const texts = ({ prompts }: Capture) => prompts.map(({ text }) => text);

describe("what a transcript adds to a capture", () => {
  const known = capture({ foldedTo: 100_000, goal: "One.", prompts: [statement("One.", 90_000)] });

  test("is nothing where there is none, or capture is paused", () => {
    expect(foldTail(undefined, known)).toBe(known);
    const paused = { ...known, paused: true };
    expect(foldTail(tail({ entries: [prompt("Two.", 200_000)] }), paused)).toBe(paused);
  });

  test("is what it holds since it was read last, up to the newest of it", () => {
    const entries = [
      prompt("Old.", 99_999),
      prompt("Two.", 100_000),
      prompt("Four.", 300_000),
      prompt("Three.", 200_000),
    ];
    const after = foldTail(tail({ entries }), known);
    expect(texts(after)).toEqual(["One.", "Two.", "Three.", "Four."]);
    expect(after).toMatchObject({ foldedTo: 300_000, transcriptBytes: 700, transcriptPath: "/t.jsonl" });
  });

  test("leaves the time up to which it was read where nothing is new", () => {
    expect(foldTail(tail({ entries: [prompt("Old.", 5)] }), known)).toEqual({
      ...known,
      transcriptBytes: 700,
      transcriptPath: "/t.jsonl",
    });
  });

  test("is all of it where it was read up to a time that is still to come", () => {
    const after = foldTail(tail({ entries: [prompt("Two.", 500)] }), { ...known, foldedTo: 1_000_001 });
    expect(texts(after)).toEqual(["Two.", "One."]);
    expect(after.foldedTo).toBe(500);
    expect([foldedUntil({ foldedTo: 8 }, 8), foldedUntil({ foldedTo: 9 }, 8)]).toEqual([8, 0]);
  });

  test("is the live branch alone where the person went back", () => {
    const left = [{ from: 80_000, last: 95_000, until: 98_000 }];
    const moved = tail({ entries: [prompt("Two.", 100_000)], hasMoved: true, branches: { left } });
    expect(texts(foldTail(moved, known))).toEqual(["Two."]);
    expect(foldTail(moved, known).left).toEqual(left);
    expect(texts(foldTail({ ...moved, hasMoved: false }, known))).toEqual(["One.", "Two."]);
    expect(texts(foldTail(moved, { ...known, left }))).toEqual(["One.", "Two."]);
  });

  test("is all of the live branch where the person returned to it", () => {
    const left = [{ from: 80_000, last: 95_000, until: null }];
    const moved = tail({ entries: [prompt("Two.", 100_000)], hasMoved: true });
    expect(foldTail(moved, { ...known, left }).left).toEqual([]);
  });
});

describe("the use of the context", () => {
  const use = { tokens: 50, model: "m" };
  const compaction: TranscriptEntry = { type: "compaction", at: 300, trigger: "auto" };
  const before = capture({ tokens: 20, contextUse: { tokens: 20 }, foldedTo: 100 });
  const after = (more: Partial<TranscriptTail>) => {
    const { tokens, contextUse } = foldTail(tail(more), before);
    return { tokens, contextUse };
  };

  test("is that of the last answer", () => {
    expect(after({ tokens: 50, use })).toEqual({ tokens: 50, contextUse: use });
    expect(after({ tokens: 50, use, entries: [compaction] })).toEqual({ tokens: 50, contextUse: use });
  });

  test("is as it was where nothing was answered", () => {
    expect(after({})).toEqual({ tokens: 20, contextUse: { tokens: 20 } });
    expect(after({ entries: [{ ...compaction, at: 99 }, prompt("Go.", 300)] }).contextUse).toEqual({
      tokens: 20,
    });
  });

  test("is not known after a compaction", () => {
    const entries = [prompt("Go.", 200), compaction];
    expect(after({ entries })).toEqual({ tokens: 20, contextUse: null });
  });
});

describe("a session whose transcript was read", () => {
  const session = { promptCount: 4, promptsSinceCheckpoint: 2, lastPromptAt: 500 } as Session;
  const folded = (promptsSeen: number, ...times: number[]) =>
    capture({ promptsSeen, prompts: times.map((at) => statement("Go.", at)) });

  test("counts the prompts that only the transcript has, the newest of which begins a turn", () => {
    const known = capture({ promptsSeen: 3 });
    const found = countFoundPrompts({ ...session, firstToolUseAt: 510 }, known, folded(5, 400, 600));
    const counted = { promptCount: 6, promptsSinceCheckpoint: 4, lastPromptAt: 600 };
    expect(found).toEqual({ ...counted, firstToolUseAt: null });
    const turn = { tools: true, edits: false, chars: 0, asks: false };
    expect(countFoundPrompts(session, known, { ...folded(5, 400, 600), turn }).firstToolUseAt).toBe(600);
  });

  test("stays in its turn if the prompts that only the transcript has are older", () => {
    expect(countFoundPrompts(session, capture({ promptsSeen: 3 }), folded(4, 400))).toEqual({
      ...session,
      promptCount: 5,
      promptsSinceCheckpoint: 3,
    });
  });

  test("keeps the time of its newest prompt", () => {
    expect(countFoundPrompts(session, capture(), folded(1, 300)).lastPromptAt).toBe(500);
    expect(
      countFoundPrompts({ ...session, lastPromptAt: null }, capture(), folded(1, 300)).lastPromptAt,
    ).toBe(300);
    expect(countFoundPrompts({ ...session, lastPromptAt: null }, capture(), folded(1)).lastPromptAt).toBe(0);
  });

  test("counts no prompt again when the person went back", () => {
    const known = foldTail(tail({ entries: [prompt("One.", 100), prompt("Two.", 60_000)] }), capture());
    const left = [{ from: 60_000, last: 60_000, until: 900_000 }];
    const moved = tail({ entries: [prompt("One.", 100)], hasMoved: true, branches: { left } });
    const back = foldTail(moved, known);
    expect(texts(back)).toEqual(["One."]);
    expect(countFoundPrompts(session, known, back)).toBe(session);
  });

  test.each([3, 2])("is as it was where there is none: %i", (promptsSeen) => {
    expect(countFoundPrompts(session, capture({ promptsSeen: 3 }), folded(promptsSeen, 600))).toBe(session);
  });
});
