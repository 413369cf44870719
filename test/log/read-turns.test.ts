import { expect, test } from "vitest";
import type { TranscriptEntry } from "../../src/kernel/agent/transcript.ts";
import type { Context } from "../../src/kernel/context.ts";
import { readTurns } from "../../src/log/read-turns.ts";
import { sampleSession } from "../../src/testing/sample-records.ts";

const TURNS = 30;
const NOW = 1_000_000;

const entries: TranscriptEntry[] = Array.from({ length: TURNS }, (_, i) => [
  { type: "prompt" as const, text: `Do step ${i + 1}`, at: 1_000 + 2 * i },
  { type: "message" as const, text: `Step ${i + 1} is done.`, at: 1_001 + 2 * i },
]).flat();

/** A client whose transcript has the last ten turns in its last megabyte, and what was read of it. */
function client() {
  const reads: (number | undefined)[] = [];
  const readTranscript = async (_path: string, maxBytes?: number) => {
    reads.push(maxBytes);
    const isEnd = maxBytes !== undefined;
    return { entries: isEnd ? entries.slice(-20) : entries, size: 9_000_000, partial: isEnd };
  };
  const redactor = {
    text: String,
    lines: (lines: readonly string[]) => [...lines],
    json: <T>(value: T) => value,
  };
  const agents = [{ name: "claude-code", readTranscript }];
  return { reads, ctx: { agents, redactor, clock: () => NOW } as unknown as Context };
}

const session = sampleSession({ agent: "claude-code", transcriptPath: "/t.jsonl", promptCount: TURNS });
const numbersOf = (turns: { number: number; prompt: string }[]) =>
  turns.map(({ number, prompt }) => `${number} ${prompt}`);

test("the newest turns are read from the end of a long transcript", async () => {
  const { ctx, reads } = client();
  const turns = await readTurns(ctx, session, { before: undefined, limit: 3 });
  expect(numbersOf(turns)).toEqual(["28 Do step 28", "29 Do step 29", "30 Do step 30"]);
  expect(reads).toHaveLength(1);
});

test("what its end does not have is read from all of it, under the same numbers", async () => {
  const { ctx, reads } = client();
  expect(numbersOf(await readTurns(ctx, session, { before: 12, limit: 2 }))).toEqual([
    "10 Do step 10",
    "11 Do step 11",
  ]);
  expect(await readTurns(ctx, session, { before: undefined, limit: 25 })).toHaveLength(25);
  expect(reads).toEqual([expect.any(Number), undefined, expect.any(Number), undefined]);
});
