import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ohMyPi } from "../../../src/agents/oh-my-pi/adapter.ts";
import type { Transcript, TranscriptEntry } from "../../../src/kernel/transcript.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { transcript } from "./fixtures.ts";

async function read(path: string): Promise<Transcript> {
  const found = await ohMyPi.readTranscript(path);
  if (!found) throw new Error("not read");
  return found;
}

const describeEntries = (entries: readonly TranscriptEntry[]) =>
  entries.map((entry) => {
    if ("path" in entry) return `${entry.type}: ${entry.path}`;
    if ("text" in entry) return `${entry.type}: ${entry.text.split("\n")[0]}`;
    return "command" in entry ? `${entry.type}: ${entry.command}` : entry.type;
  });

test("S14: prompts, answers, calls and results; nothing that an extension or the client added", async () => {
  const { entries, partial } = await read(transcript("compacted"));
  const told = describeEntries(entries);
  expect(told.filter((line) => line.startsWith("prompt"))).toEqual([
    "prompt: Build the importer. Never touch prod.",
    "prompt: Explore.",
    "prompt: Save.",
    "prompt: after?",
    "prompt: and now?",
  ]);
  expect(told).toEqual(
    expect.arrayContaining([
      "file_changed: a.txt",
      "file_read: a.txt",
      "command_run: node nothere.js",
      "compaction",
    ]),
  );
  expect(entries.findLast(({ type }) => type === "todo_list")).toMatchObject({
    todos: [{ content: "write the importer", status: "completed" }],
  });
  expect(JSON.stringify(entries)).not.toMatch(/holdfast-recovery|\[holdfast|system-reminder/);
  expect(partial).toBe(false);
});

test("S14: what a rewind left behind is not on the branch", async () => {
  const told = describeEntries((await read(transcript("rewound"))).entries);
  expect(told).not.toContain("command_run: echo EXPLORE-A");
  expect(told.at(-1)).toBe("message: After the rewind.");
});

test("the context in use is what the last answer took, and unknown right after a compaction", async () => {
  expect((await read(transcript("compacted"))).contextUse).toEqual({ tokens: 210, model: "fake-1" });
  const lines = readFileSync(transcript("compacted"), "utf8").trim().split("\n");
  const compacted = lines.findIndex((line) => line.startsWith('{"type":"compaction"'));
  const path = join(temporaryDirectory("oh-my-pi"), "session.jsonl");
  writeFileSync(path, lines.slice(0, compacted + 1).join("\n"));
  expect(await read(path)).not.toHaveProperty("contextUse");
});

test("each answer's tokens are counted, those on abandoned branches too", async () => {
  const usage = await ohMyPi.readUsage?.(transcript("rewound"));
  expect(usage?.length).toBeGreaterThan(10);
  expect(usage?.[0]).toEqual({ model: "fake-1", input: 200, output: 10, cacheRead: 0, cacheWrite: 0 });
});
