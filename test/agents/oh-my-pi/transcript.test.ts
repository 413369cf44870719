import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { ohMyPi } from "../../../src/agents/oh-my-pi/adapter.ts";
import type { Transcript, TranscriptEntry } from "../../../src/kernel/agent/transcript.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { transcript } from "./fixtures.ts";

async function read(path: string): Promise<Transcript> {
  const found = await ohMyPi.readTranscript(path);
  if (!found) throw new Error("not read");
  return found;
}

/** A session file with this text. */
function fileOf(text: string): string {
  const path = join(temporaryDirectory("oh-my-pi"), "session.jsonl");
  writeFileSync(path, text);
  return path;
}

const describeEntries = (entries: readonly TranscriptEntry[]) =>
  entries.map((entry) => {
    if ("path" in entry) return `${entry.type}: ${entry.path}`;
    if ("text" in entry) return `${entry.type}: ${entry.text.split("\n")[0]}`;
    return "command" in entry ? `${entry.type}: ${entry.command}` : entry.type;
  });

test("S14: prompts, answers, calls and results; nothing that an extension or the client added", async () => {
  const { entries, partial } = await read(transcript("compacted"));
  const described = describeEntries(entries);
  expect(described.filter((line) => line.startsWith("prompt"))).toEqual([
    "prompt: Build the importer. Never touch prod.",
    "prompt: Explore.",
    "prompt: Save.",
    "prompt: after?",
    "prompt: and now?",
  ]);
  expect(described).toEqual(
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

test("S14 W19: what was rewound is there, in its place: it happened; what a person left with `/tree` is not", async () => {
  const described = describeEntries((await read(transcript("rewound"))).entries);
  expect(described.slice(described.indexOf("message: Marking."))).toEqual([
    "message: Marking.",
    "own_tool",
    "command_run: echo BESIDE",
    "outcome: Checkpoint: find the bug",
    expect.stringMatching(/^outcome: Backgrounded/),
    "message: Looking.",
    "command_run: echo EXPLORE-A",
    "outcome: EXPLORE-A",
    "message: I think I am done.",
    "message: Rewinding.",
    "own_tool",
    "outcome: Rewind requested.",
    "message: After the rewind.",
  ]);
  const left = readFileSync(transcript("rewound"), "utf8").replace('"rewind-report"', '"another"');
  expect(describeEntries((await read(fileOf(left))).entries)).not.toContain("message: Looking.");
});

test("a rewind whose mark was not read, or whose tree has a loop, adds nothing", async () => {
  const text = readFileSync(transcript("rewound"), "utf8");
  const summary = JSON.parse(text.split("\n").find((line) => line.includes('"branch_summary"')) ?? "");
  const lost = text.replaceAll(`"fromId":"${summary.fromId}"`, '"fromId":"nowhere"');
  expect(describeEntries((await read(fileOf(lost))).entries)).not.toContain("message: Looking.");
  const looped = text.replace(/"parentId":"\w+"(?=[^\n]*"text":"Looking)/, `"parentId":"${summary.id}"`);
  expect(looped).not.toBe(text);
  expect((await read(fileOf(looped))).entries.length).toBeGreaterThan(5);
});

test("SEC-S34: a file that is nothing but rewinds of the same long way is read in time", async () => {
  const line = (id: string, parentId: string | null, more: object) =>
    JSON.stringify({ id, parentId, ...more });
  const message = { type: "message", message: { role: "user", content: "x" } };
  const way = Array.from({ length: 20_000 }, (_, i) => line(`m${i}`, i === 0 ? null : `m${i - 1}`, message));
  const rewinds = Array.from({ length: 10_000 }, (_, i) => [
    line(`a${i}`, "m19999", message),
    line(`s${i}`, i === 0 ? "m19999" : `r${i - 1}`, {
      type: "branch_summary",
      fromId: "nowhere",
      summary: "",
    }),
    line(`r${i}`, `s${i}`, { type: "custom_message", customType: "rewind-report" }),
  ]);
  expect((await read(fileOf([...way, ...rewinds.flat()].join("\n")))).entries).toHaveLength(20_000);
});

test("the context in use is what the last answer took, and unknown right after a compaction", async () => {
  expect((await read(transcript("compacted"))).contextUse).toEqual({ tokens: 210, model: "fake-1" });
  const lines = readFileSync(transcript("compacted"), "utf8").trim().split("\n");
  const compacted = lines.findIndex((line) => line.startsWith('{"type":"compaction"'));
  expect(await read(fileOf(lines.slice(0, compacted + 1).join("\n")))).not.toHaveProperty("contextUse");
});

test("each answer's tokens are counted, those on abandoned branches too", async () => {
  const usage = await ohMyPi.sessions?.usage(transcript("rewound"));
  expect(usage?.length).toBeGreaterThan(10);
  expect(usage?.[0]).toEqual({
    id: "e478fb70 2026-11-23T04:29:17.863Z",
    at: 1795408157863,
    model: "fake-1",
    input: 200,
    output: 10,
    cacheRead: 0,
    cacheWrite: 0,
  });
});
