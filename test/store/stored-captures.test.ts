import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { captureOfFacts, EMPTY_CAPTURE, factsOf } from "../../src/kernel/capture.ts";
import type { Session } from "../../src/kernel/record.ts";
import { openStore } from "../../src/store/open-store.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-captures-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Reads a session with this text stored as its capture. */
async function read(stored: string | null): Promise<Session | undefined> {
  const file = join(folder, "holdfast.db");
  const store = await openStore({ file, childKeys: sampleChildKeys });
  try {
    const session = sampleSession();
    await store.replaceSession(session);
    const database = openDatabase({ file, busyTimeoutMs: 1_000 });
    database.prepare("update sessions set capture = ? where id = ?").run(stored, session.id);
    database.close();
    return await store.getSession(session.id);
  } finally {
    await store.close();
  }
}

/** What a rule from an earlier version becomes. */
const sentence = (text: string, worth: number) => ({
  text,
  at: 5,
  asked: null,
  kind: "constraint",
  worth,
});
const RULES = [
  { text: "Never log tokens.", at: 5, weight: 9, seen: 2 },
  { text: "Use tabs.", at: 5, weight: 2.5, seen: 1 },
  { text: "Use spaces.", at: 5, weight: 0, seen: 1 },
];
const SENTENCES = [sentence("Never log tokens.", 1), sentence("Use tabs.", 0.5)];

test("a capture of version 1, as earlier builds stored it, is read without loss", async () => {
  const prompts = [{ id: "p1", text: "Use tabs.", at: 5 }];
  const stored = {
    version: 1,
    off: true,
    goal: "Build the parser.",
    prompts,
    rules: [{ text: "Use tabs.", at: 5 }],
    todos: [{ content: "Write it", status: "pending" }],
    decisions: [],
    files: [{ path: "/a.ts", action: "changed", at: 6 }],
    commands: [],
    lastAnswer: null,
    tokens: 12,
    told: { at: 7, compactions: 1, kept: true },
    foldedTo: 8,
  };
  expect((await read(JSON.stringify(stored)))?.capture).toEqual({
    ...EMPTY_CAPTURE,
    paused: true,
    goal: "Build the parser.",
    prompts: [{ ...prompts[0], channel: "typed", asked: null }],
    sentences: [sentence("Use tabs.", 0.6)],
    todos: [{ content: "Write it", status: "pending" }],
    files: [{ path: "/a.ts", action: "changed", at: 6, changedAt: null, edit: null }],
    tokens: 12,
    delivered: { at: 7, compactions: 1, kept: true },
    foldedTo: 8,
  });
});

test("the rules of version 2 become sentences, except withdrawn ones", async () => {
  const { sentences: _, version: __, ...rest } = EMPTY_CAPTURE;
  const stored = { ...rest, version: 2, goal: "Build the parser.", rules: RULES };
  expect((await read(JSON.stringify(stored)))?.capture).toEqual({
    ...EMPTY_CAPTURE,
    goal: "Build the parser.",
    sentences: SENTENCES,
  });
});

test("the rules in the state of a checkpoint become sentences too", () => {
  const { sentences: _, ...facts } = factsOf(EMPTY_CAPTURE);
  expect(captureOfFacts({ ...facts, rules: RULES })).toEqual({ ...EMPTY_CAPTURE, sentences: SENTENCES });
  expect(captureOfFacts({ ...facts, sentences: SENTENCES })?.sentences).toEqual(SENTENCES);
  expect(captureOfFacts(facts)).toBeUndefined();
});

test("an unreadable or missing capture is read as an empty one", async () => {
  for (const stored of [null, "{", '{"version":3}', '{"version":1,"goal":7}'])
    expect((await read(stored))?.capture).toEqual(EMPTY_CAPTURE);
});
