import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { catchUp, readTranscriptTail, withPlausibleTimes } from "../../src/capture/read-transcript-tail.ts";
import type { AgentAdapter } from "../../src/kernel/agent/agent.ts";
import type { AbandonedPeriod, Transcript, TranscriptEntry } from "../../src/kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Redactor } from "../../src/kernel/ports/redactor.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

const NOW = 1_000_000;
const OVERLAP = 65_536;
const redactor: Redactor = {
  text: (text) => text.replaceAll("s3cret", "[REDACTED]"),
  lines: (lines) => [...lines],
  json: (value) => value,
};
const prompt = (text: string, at: number): TranscriptEntry => ({ type: "prompt", text, at });
const transcript = (entries: TranscriptEntry[], more: Partial<Transcript> = {}): Transcript => ({
  entries,
  size: 700,
  partial: false,
  ...more,
});

let folder = "";
let path = "";
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "tail-"));
  path = join(folder, "session.jsonl");
  writeFileSync(path, "x".repeat(500));
});
afterAll(() => rmSync(folder, { recursive: true }));

/** A client whose transcripts say what the test wants, and how much of them was asked for. */
function client(part: Transcript | undefined, whole = part) {
  const asked: (number | undefined)[] = [];
  const adapter = {
    name: "scribe",
    readTranscript: async (_: string, bytes?: number) => {
      asked.push(bytes);
      return bytes === undefined ? whole : part;
    },
  } as Pick<AgentAdapter, "name" | "readTranscript"> as AgentAdapter;
  return { asked, ctx: { agents: [adapter], redactor, clock: () => NOW } };
}

async function read(part: Transcript | undefined, known: Partial<Capture> = {}, whole = part) {
  const { asked, ctx } = client(part, whole);
  const capture = { ...EMPTY_CAPTURE, transcriptPath: path, ...known };
  const tail = await readTranscriptTail(ctx, {
    agent: "scribe",
    cwd: "",
    transcriptPath: path,
    capture,
  });
  return { asked, tail, texts: tail?.entries.map((entry) => ("text" in entry ? entry.text : "")) };
}

describe("what a transcript holds beyond a capture", () => {
  test("is what was said, without secrets and as it can be stored", async () => {
    const { tail } = await read(transcript([prompt("Use s3cret \0.", 5)]));
    expect(tail).toEqual({
      entries: [prompt("Use [REDACTED] \uFFFD.", 5)],
      path,
      readAt: NOW,
      bytes: 700,
      tokens: null,
      use: null,
      hasMoved: false,
      isWhole: true,
    });
  });

  test("says how full the context is, and whether something is missing", async () => {
    const contextUse = { tokens: 50, model: "m" };
    const { tail } = await read(transcript([], { contextUse, partial: true }));
    expect(tail).toMatchObject({ tokens: 50, use: contextUse, isWhole: false });
  });

  test("is not what was captured before, nor hidden by a time that is still to come", async () => {
    const part = transcript([prompt("a", 499), prompt("b", 500), prompt("c", 501)]);
    expect((await read(part, { foldedTo: 500 })).texts).toEqual(["b", "c"]);
    expect((await read(part, { foldedTo: NOW + 1 })).texts).toEqual(["a", "b", "c"]);
  });

  test("is nothing where there is no transcript, or no such client", async () => {
    expect((await read(undefined)).tail).toBeUndefined();
    const { ctx, asked } = client(transcript([]));
    const capture = EMPTY_CAPTURE;
    const none = await readTranscriptTail(ctx, {
      agent: "scribe",
      cwd: "",
      transcriptPath: null,
      capture,
    });
    const other = await readTranscriptTail(ctx, {
      agent: "pi",
      cwd: "",
      transcriptPath: path,
      capture,
    });
    expect([none, other, asked]).toEqual([undefined, undefined, []]);
  });

  test("is read once for an event", async () => {
    const { ctx, asked } = client(transcript([]));
    const transcripts = new Map();
    const session = { agent: "scribe", cwd: "", transcriptPath: path, capture: EMPTY_CAPTURE };
    const first = await readTranscriptTail(ctx, session, transcripts);
    expect(await readTranscriptTail(ctx, session, transcripts)).toBe(first);
    expect(asked).toHaveLength(1);
    await readTranscriptTail(ctx, { ...session, transcriptPath: `${path}.other` }, transcripts);
    expect(asked).toHaveLength(2);
  });
});

describe("how much of a file is read", () => {
  const known = { foldedTo: 5, transcriptBytes: 400 };

  test.each<[string, Partial<Capture>, number | undefined]>([
    ["what was written since, and the lines around the old end", known, 100 + OVERLAP],
    ["these lines where nothing was written", { ...known, transcriptBytes: 500 }, OVERLAP],
    ["all of one that was written anew", { ...known, transcriptBytes: 501 }, undefined],
    ["all of one that was never read", { foldedTo: 0, transcriptBytes: 400 }, undefined],
    ["all of one whose size is not known", { ...known, transcriptBytes: 0 }, undefined],
    ["all where it was read up to a time to come", { ...known, foldedTo: NOW + 1 }, undefined],
    ["all of another file", { ...known, transcriptPath: "/other.jsonl" }, undefined],
  ])("is %s", async (_, capture, bytes) => {
    expect((await read(transcript([]), capture)).asked).toEqual([bytes]);
  });

  test("is all of a file that is not there any more", async () => {
    const { ctx, asked } = client(transcript([]));
    const gone = join(folder, "gone.jsonl");
    const capture = { ...EMPTY_CAPTURE, ...known, transcriptPath: gone };
    await readTranscriptTail(ctx, { agent: "scribe", cwd: "", transcriptPath: gone, capture });
    expect(asked).toEqual([undefined]);
  });
});

describe("a conversation with branches", () => {
  const left: AbandonedPeriod[] = [{ from: 100, last: 200, until: 300 }];
  const known = { foldedTo: 400, transcriptBytes: 400 };
  const part = transcript([prompt("new", 500)], { branches: { left, promptId: "p" } });
  const whole = transcript([prompt("old", 50), prompt("new", 500)], { branches: { left, promptId: "q" } });

  test("is read as others while no branch was left", async () => {
    const straight = transcript(part.entries, { branches: { left: [], promptId: "p" } });
    const { asked, tail } = await read(straight, known, whole);
    expect(asked).toEqual([100 + OVERLAP]);
    expect(tail).toMatchObject({ branches: { left: [], promptId: "p" }, hasMoved: false });
    expect((await read(transcript([]), known)).tail).not.toHaveProperty("branches");
  });

  test("is read whole when the person went back", async () => {
    const { asked, tail, texts } = await read(part, known, whole);
    expect(asked).toEqual([100 + OVERLAP, undefined]);
    expect(tail).toMatchObject({ branches: { left, promptId: "q" }, hasMoved: true });
    expect(texts).toEqual(["old", "new"]);
  });

  test("is read once where that was all of it, and as far as it can be read", async () => {
    expect((await read(whole)).asked).toEqual([undefined]);
    expect((await read(whole)).tail).toMatchObject({ branches: { left }, hasMoved: true });
    const { ctx } = client(part);
    const [adapter] = ctx.agents;
    const failing = {
      ...adapter,
      readTranscript: async (_: string, bytes?: number) => (bytes ? part : undefined),
    };
    const capture = { ...EMPTY_CAPTURE, ...known, transcriptPath: path };
    const tail = await readTranscriptTail(
      { ...ctx, agents: [failing as AgentAdapter] },
      {
        agent: "scribe",
        cwd: "",
        transcriptPath: path,
        capture,
      },
    );
    expect(tail?.entries).toEqual([prompt("new", 500)]);
  });

  test("has not moved where the same branches were left before", async () => {
    const { tail, texts } = await read(part, { ...known, left }, whole);
    expect(tail).toMatchObject({ branches: { left }, hasMoved: false });
    expect(texts).toEqual(["new"]);
  });

  test("keeps a branch that the client took out of it as left", async () => {
    const clean = transcript([prompt("old", 50), prompt("new", 500)]);
    const { asked, tail } = await read(clean, { ...known, left });
    expect(asked).toEqual([100 + OVERLAP, undefined]);
    expect(tail).toMatchObject({ branches: { left }, hasMoved: false });
  });

  test("has moved when the person returned", async () => {
    const back = transcript([prompt("old", 50), prompt("back", 150)], { branches: { left: [] } });
    const { tail, texts } = await read(back, { ...known, left });
    expect(tail).toMatchObject({ branches: { left: [] }, hasMoved: true });
    expect(texts).toEqual(["old", "back"]);
  });
});

test("a session catches up with what only its transcript has", async () => {
  const { ctx } = client(transcript([prompt("Go home.", 500)]));
  const session = sampleSession({ agent: "scribe", transcriptPath: path });
  const after = await catchUp(ctx, session);
  expect(after.capture).toMatchObject({ goal: "Go home.", foldedTo: 500, transcriptPath: path });
  expect(after).toEqual({
    ...session,
    capture: after.capture,
    promptCount: 1,
    promptsSinceCheckpoint: 1,
    lastPromptAt: 500,
  });
});

test.each([
  [
    [10, 20, 15],
    [10, 20, 15],
  ],
  [
    [10, 0, 20],
    [10, 10, 20],
  ],
  [
    [10, 100, 20],
    [10, 100, 20],
  ],
  [
    [10, 101, 20],
    [10, 10, 20],
  ],
  [
    [-1, 0, 20],
    [20, 20, 20],
  ],
  [[100], [100]],
  [
    [0, 101],
    [100, 100],
  ],
  [[], []],
])("entries of the times %j are of %j at 100", (times, plausible) => {
  const entries = times.map((at) => prompt("x", at));
  expect(withPlausibleTimes(entries, 100).map(({ at }) => at)).toEqual(plausible);
});
