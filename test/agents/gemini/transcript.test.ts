import {
  appendFileSync,
  copyFileSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { readTranscript } from "../../../src/agents/gemini/transcript.ts";
import type { Transcript, TranscriptEntry } from "../../../src/kernel/agent/transcript.ts";
import { transcript } from "./fixtures.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-gemini-"));
  file = join(folder, "session.jsonl");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function read(path: string): Promise<Transcript> {
  const found = await readTranscript(path);
  if (!found) throw new Error("not read");
  return found;
}

const describeEntries = (entries: readonly TranscriptEntry[]) =>
  entries.map((entry) =>
    "path" in entry
      ? `${entry.type}: ${entry.path}`
      : "text" in entry
        ? `${entry.type}: ${entry.text}`
        : entry.type,
  );

describe("a recorded session", () => {
  test("prompts, answers, calls and results in their order, each once", async () => {
    const { entries, contextUse, partial } = await read(transcript("headless-tools-retry"));
    expect(describeEntries(entries)).toEqual([
      "prompt: do the task",
      "message: working",
      expect.stringMatching(/^file_changed: /),
      expect.stringMatching(/^outcome: Successfully created/),
      expect.stringMatching(/^outcome: /),
      "message: first answer",
      "prompt: RETRY: write the checkpoint",
      "message: second answer",
    ]);
    expect(contextUse).toEqual({ tokens: 372, model: "gemini-3.8-flash", window: 1_048_576 });
    expect(partial).toBe(false);
  });

  test("S3: a compression is one entry; the history before it stays, without duplicates", async () => {
    const { entries } = await read(transcript("interactive-compressed"));
    const kinds = describeEntries(entries);
    expect(kinds.filter((kind) => kind === "compaction")).toHaveLength(1);
    expect(kinds.filter((kind) => kind === "prompt: one more")).toHaveLength(1);
    expect(kinds).toContain("prompt: write c");
    expect(kinds.join()).not.toContain("session_context");
  });
});

describe("contents of transcripts", () => {
  const user = (id: string, text: string) => ({
    id,
    timestamp: "2026-11-21T00:00:00Z",
    type: "user",
    content: [{ text }],
  });
  const write = (...lines: unknown[]) =>
    writeFileSync(file, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));

  test("a rewind removes its message and everything after it", async () => {
    write(
      user("1", "keep"),
      user("2", "drop"),
      user("3", "drop too"),
      { $rewindTo: "2" },
      user("4", "go on"),
    );
    expect(describeEntries((await read(file)).entries)).toEqual(["prompt: keep", "prompt: go on"]);
  });

  test("a rewind to before the tail removes everything", async () => {
    write(user("8", "drop"), { $rewindTo: "1" }, user("9", "go on"));
    expect(describeEntries((await read(file)).entries)).toEqual(["prompt: go on"]);
  });

  test("R-H6: an answer without usage numbers, or with a call that cannot be read, is still read", async () => {
    const said = (id: string, more: object) => ({ id, type: "gemini", content: `said ${id}`, ...more });
    write(
      said("1", { tokens: { input: 9 }, model: "m" }),
      said("2", { tokens: null, model: null, toolCalls: null }),
      said("3", { toolCalls: [{ name: "x" }, { id: "c", name: "read_file", args: { file_path: "/a" } }] }),
    );
    const { entries, contextUse } = await read(file);
    expect(describeEntries(entries)).toEqual([
      "message: said 1",
      "message: said 2",
      "message: said 3",
      "file_read: /a",
    ]);
    expect(contextUse).toEqual({ tokens: 9, model: "m", window: 1_048_576 });
  });

  test("P43: right after a compression the use of the context is not known", async () => {
    const said = (id: string) => ({
      id,
      type: "gemini",
      content: "x",
      tokens: { input: 600_000 },
      model: "m",
    });
    const summary = user("8", "<state_snapshot>so far</state_snapshot>");
    write(said("1"), { $set: { messages: [summary] } });
    expect((await read(file)).contextUse).toBeUndefined();
    write(said("1"), { $set: { messages: [summary] } }, said("9"));
    expect((await read(file)).contextUse?.tokens).toBe(600_000);
  });

  test("R-H6: a prompt may be a text, a part, or a list of both", async () => {
    const contents = ["as text", { text: "as a part" }, ["in a list", { text: "and a part" }, null]];
    write(...contents.map((content, id) => ({ ...user(`${id}`, ""), content })));
    expect(describeEntries((await read(file)).entries)).toEqual([
      "prompt: as text",
      "prompt: as a part",
      "prompt: in a list\nand a part",
    ]);
  });

  test("a resume that appends its own beginning yields no duplicates", async () => {
    write({ sessionId: "s", kind: "main" }, user("1", "first"), { sessionId: "s", kind: "main" });
    appendFileSync(
      file,
      `${JSON.stringify({ $set: { messages: [user("0", "<session_context>x</session_context>")] } })}\n`,
    );
    appendFileSync(
      file,
      `${JSON.stringify({ $set: { messages: [user("1", "first"), user("2", "second")] } })}\n`,
    );
    expect(describeEntries((await read(file)).entries)).toEqual(["prompt: first", "prompt: second"]);
  });

  test("a shell command that failed is a failure, though the call succeeded", async () => {
    const call = (output: string) => ({
      id: "c",
      name: "run_shell_command",
      args: { command: "make" },
      status: "success",
      result: [{ functionResponse: { response: { output } } }],
    });
    const turn = (id: string, output: string) => ({
      id,
      type: "gemini",
      content: "",
      toolCalls: [call(output)],
    });
    write(
      turn("1", "Output: boom\nExit Code: 2"),
      turn("2", "Output: fine\nExit Code: 0"),
      turn("3", "Output: (empty)\nSignal: 9\nProcess Group PGID: 1"),
    );
    const results = (await read(file)).entries.filter((entry) => entry.type === "outcome");
    expect(results.map(({ ok }) => ok)).toEqual([false, true, false]);
  });

  test("R-H6: a torn last line and unknown lines cost themselves only", async () => {
    copyFileSync(transcript("headless-tools-retry"), file);
    appendFileSync(file, '{"future":1}\n[1]\n\0\0\0\n{"id":"x","type":"user","content":[{"te');
    const { entries, partial } = await read(file);
    expect(describeEntries(entries).at(-1)).toBe("message: second answer");
    expect(partial).toBe(true);
  });

  test("a file of two gigabytes is read from its end", async () => {
    truncateSync((writeFileSync(file, ""), file), 2 * 1024 ** 3);
    appendFileSync(file, `\n${readFileSync(transcript("headless-tools-retry"), "utf8")}`);
    const { entries, size } = await read(file);
    expect(describeEntries(entries)[0]).toBe("prompt: do the task");
    expect(size).toBeGreaterThan(2 * 1024 ** 3);
  });
});

describe("a person's input other than prompts", () => {
  const said = async () => {
    const { entries } = await read(transcript("other-ways"));
    return entries.flatMap((entry): string[][] => {
      if (entry.type === "prompt" || entry.type === "plan") return [[entry.type, entry.text]];
      if (entry.type === "interruption") return [[entry.type]];
      const isReply = entry.type === "answer" || entry.type === "refusal";
      return isReply ? [[entry.type, entry.text, entry.asked ?? ""]] : [];
    });
  };

  test("denied calls, answers, plans and cancelled turns, each once though the client writes its history anew", async () => {
    expect(await said()).toEqual([
      ["prompt", "push the branch"],
      ["refusal", "", "git push origin main"],
      ["interruption"],
      ["prompt", "ask me about the cache"],
      ["prompt", "think hard"],
      ["refusal", "", "Which cache should we use?"],
      ["interruption"],
      ["prompt", "plan it"],
      ["prompt", "ask me about the cache again"],
      ["answer", "Redis", "Which cache should we use?"],
      ["prompt", "ask me once more"],
      ["refusal", "", "Which cache should we use?"],
      ["interruption"],
      ["prompt", "plan it now"],
      ["prompt", "write the plan"],
      ["refusal", "Keep the old pool behind a flag.", "the plan"],
      ["plan", "# Move the cache to Redis\n\n1. Add the client\n2. Switch the callers\n"],
    ]);
  });
});
