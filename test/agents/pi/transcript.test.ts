import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pi } from "../../../src/agents/pi/adapter.ts";
import type { Transcript, TranscriptEntry } from "../../../src/kernel/agent/transcript.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { transcript } from "./fixtures.ts";

async function read(path: string, maxBytes?: number): Promise<Transcript> {
  const found = await pi.readTranscript(path, maxBytes);
  if (!found) throw new Error("not read");
  return found;
}

const describeEntries = (entries: readonly TranscriptEntry[]) =>
  entries.map((entry) =>
    "path" in entry
      ? `${entry.type}: ${entry.path}`
      : "text" in entry
        ? `${entry.type}: ${entry.text.split("\n")[0]}`
        : "command" in entry
          ? `${entry.type}: ${entry.command}`
          : entry.type,
  );

/** Lines in a file of their own. */
function fileOf(lines: readonly string[]): string {
  const path = join(temporaryDirectory("pi"), "session.jsonl");
  writeFileSync(path, lines.join("\n"));
  return path;
}

const lines = readFileSync(transcript("compacted"), "utf8").trim().split("\n");

describe("a recorded session", () => {
  test("S14: prompts, answers, calls and results; nothing that an extension or the client added", async () => {
    const { entries, partial } = await read(transcript("compacted"));
    expect(describeEntries(entries).slice(0, 13)).toEqual([
      "prompt: Build the importer. Never touch prod.",
      "message: Writing.",
      "file_changed: a.txt",
      "outcome: Successfully wrote to a.txt",
      "message: Run",
      "command_run: node nothere.js",
      expect.stringMatching(/^outcome: Exit code 1$/),
      "message: Final answer.",
      "message: Debriefed now.",
      "compaction",
      "summary: AUX-TEXT: summary or title",
      "prompt: after?",
      "message: After compaction",
    ]);
    expect(JSON.stringify(entries)).not.toContain("holdfast");
    expect(partial).toBe(false);
  });

  test("S14: what was rewound is still there: it happened", async () => {
    const { entries } = await read(transcript("rewound"));
    const described = describeEntries(entries);
    expect(described).toContain("command_run: echo EXPLORE-A");
    expect(described).not.toContain("message: [REWIND REPORT] bug is in line 7");
    expect(described.at(-1)).toBe("message: Second turn reply.");
  });

  test("the context in use is what the last answer took, and unknown right after a compaction", async () => {
    const { contextUse } = await read(transcript("compacted"));
    expect(contextUse).toEqual({ tokens: 110, model: "fake-1" });
    const compacted = lines.findIndex((line) => line.startsWith('{"type":"compaction"'));
    expect(await read(fileOf(lines.slice(0, compacted + 2)))).not.toHaveProperty("contextUse");
  });

  test("each answer's tokens are counted, those on abandoned branches too", async () => {
    const usage = await pi.sessions?.usage(transcript("compacted"));
    expect(usage).toHaveLength(9);
    expect(usage?.[0]).toEqual({
      id: "da6c6497 2026-11-23T00:45:57.483Z",
      at: 1795394757483,
      model: "fake-1",
      input: 100,
      output: 10,
      cacheRead: 0,
      cacheWrite: 0,
    });
    expect(await pi.sessions?.usage("/nowhere.jsonl")).toBeUndefined();
  });
});

describe("a tree", () => {
  test("W16: what a person left with /tree is known by its times, and is not read", async () => {
    const { entries, branches } = await read(transcript("tree"));
    expect(describeEntries(entries)).toEqual([
      "prompt: Find the rounding bug.",
      "message: First answer.",
      "prompt: Fix it in cents.",
      "message: Third answer.",
    ]);
    const [from, last, until] = ["07.583Z", "07.692Z", "20.469Z"].map((time) =>
      Date.parse(`2026-11-23T07:17:${time}`),
    );
    expect(branches?.left).toEqual([{ from, last, until }]);
    expect((await read(transcript("rewound"))).branches?.left).toEqual([]);
  });

  const say = (id: string, parentId: string | null, text: string) =>
    JSON.stringify({
      type: "message",
      id,
      parentId,
      timestamp: "2026-11-23T00:00:00Z",
      message: { role: "user", content: text },
    });

  test("S14: only the branch of the newest entry counts", async () => {
    const { entries, partial } = await read(
      fileOf([say("a", null, "one"), say("b", "a", "abandoned"), say("c", "a", "two")]),
    );
    expect(describeEntries(entries)).toEqual(["prompt: one", "prompt: two"]);
    expect(partial).toBe(false);
  });

  test("from a tail, the branch is read as far as it is there", async () => {
    const long = say("a", null, "x".repeat(5_000));
    const { entries, partial } = await read(
      fileOf([long, say("b", "a", "abandoned"), say("c", "a", "two"), say("d", "c", "three")]),
      1_000,
    );
    expect(describeEntries(entries)).toEqual(["prompt: two", "prompt: three"]);
    expect(partial).toBe(true);
  });

  test("a damaged line is left out, and the history before it stays", async () => {
    const torn = say("b", "a", "torn").slice(0, 40);
    const { entries, partial } = await read(fileOf([say("a", null, "one"), torn, say("c", "b", "two")]));
    expect(describeEntries(entries)).toEqual(["prompt: one", "prompt: two"]);
    expect(partial).toBe(true);
  });

  test("Esc during an answer is an interruption", async () => {
    const message = { role: "assistant", content: [{ type: "text", text: "Half" }], stopReason: "aborted" };
    const stopped = JSON.stringify({ type: "message", id: "b", parentId: "a", message });
    expect(describeEntries((await read(fileOf([say("a", null, "one"), stopped]))).entries)).toEqual([
      "prompt: one",
      "message: Half",
      "interruption",
    ]);
  });
});
