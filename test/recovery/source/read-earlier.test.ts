import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { TranscriptTail } from "../../../src/kernel/agent/transcript.ts";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Context } from "../../../src/kernel/context.ts";
import { readEarlier } from "../../../src/recovery/source/read-earlier.ts";
import { sampleSession } from "../../../src/testing/sample-records.ts";
import { memoryContext, scopeOf } from "../../support/memory-context.ts";

const PATH = "/t/one.jsonl";
const CAPTURED: Capture = {
  ...EMPTY_CAPTURE,
  prompts: [{ id: "p1", channel: "typed", text: "Build it.", asked: null, at: 1 }],
};

let ctx: Context;
beforeEach(async () => {
  ({ ctx } = await memoryContext());
});
afterEach(() => ctx.store.close());

function scope(session = sampleSession()) {
  const tail: TranscriptTail = {
    path: PATH,
    readAt: 9_000,
    bytes: 10,
    tokens: null,
    use: null,
    hasMoved: false,
    isWhole: true,
    entries: [{ type: "prompt", at: 5_000, text: "Draw the chart.", promptId: "p2" }],
  };
  const base = { id: "event-1", agent: "claude-code", nativeSession: "native", cwd: "/app", at: 9_000 };
  const event = { ...base, kind: "session_start", source: "startup" } as const;
  const transcripts = new Map([[PATH, Promise.resolve(tail)]]);
  return scopeOf({ event, session, capture: EMPTY_CAPTURE, transcripts });
}

describe("an earlier session", () => {
  test("has what only its transcript adds", async () => {
    const stored = sampleSession({ promptCount: 1, transcriptPath: PATH, capture: CAPTURED });
    const { promptCount, capture } = await readEarlier(ctx, scope(), stored);
    expect(promptCount).toBe(2);
    expect(capture.prompts.map(({ text }) => text)).toEqual(["Build it.", "Draw the chart."]);
  });

  test("whose capture was lost is an error, unless its transcript has it", async () => {
    const stored = sampleSession({ promptCount: 1 });
    await expect(readEarlier(ctx, scope(), stored)).rejects.toMatchObject({
      code: "state_corrupt",
      message: `The captured data of session ${stored.id} cannot be read.`,
    });
    const { capture } = await readEarlier(ctx, scope(), { ...stored, transcriptPath: PATH });
    expect(capture.prompts.map(({ text }) => text)).toEqual(["Draw the chart."]);
  });

  test("in which nothing was asked has lost nothing", async () => {
    const stored = sampleSession();
    expect(await readEarlier(ctx, scope(), stored)).toEqual(stored);
  });

  test("is no error when it is the session itself, which may go on without", async () => {
    const own = sampleSession({ promptCount: 1 });
    expect(await readEarlier(ctx, scope(own), own)).toEqual(own);
  });
});
