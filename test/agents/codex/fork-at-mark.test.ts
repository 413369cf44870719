import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { forkAtMark } from "../../../src/agents/codex/fork/fork-at-mark.ts";
import { readTranscript } from "../../../src/agents/codex/transcript.ts";
import { transcript } from "./fixtures.ts";

const GOAL = "who calls the parser?";
const REPORT = "<holdfast-rewind>It is in cart.js.</holdfast-rewind>";
const THREAD = "01a205df-eee7-7d13-b893-a081c7dcaf4b";
const UUID = "11111111-2222-4333-8444-555555555555";
const MARKED_AT = Date.parse("2026-11-23T00:48:12.400Z");
const AT = Date.parse("2026-11-23T01:00:00Z");

interface Line {
  timestamp: string;
  ordinal: number;
  type: string;
  payload: Record<string, unknown>;
}

let sessions: string;
beforeEach(() => {
  sessions = mkdtempSync(join(tmpdir(), "holdfast-codex-fork-"));
});
afterEach(() => rmSync(sessions, { recursive: true, force: true }));

const linesOf = (path: string): Line[] =>
  readFileSync(path, "utf8")
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
const recorded = () => linesOf(transcript("rollout-marked"));

function write(thread: string, lines: readonly object[]): string {
  const folder = join(sessions, "2026", "11", "23");
  mkdirSync(folder, { recursive: true });
  const path = join(folder, `rollout-2026-11-23T00-48-11-${thread}.jsonl`);
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

async function fork(path: string, mark = { call: null, goal: GOAL, at: MARKED_AT }) {
  const made = await forkAtMark({
    transcriptPath: path,
    mark,
    completed: "Checkpoint: done.",
    report: REPORT,
    newId: () => UUID,
    at: AT,
  });
  const lines = linesOf(made.transcriptPath);
  return { ...made, lines, text: JSON.stringify(lines), exchange: exchangeOf(lines) };
}

/** What the model reads: the ids of calls and results, and who says the rest. */
function exchangeOf(lines: readonly Line[]): string[] {
  return lines
    .filter(({ type }) => type === "response_item")
    .map(({ payload: { type, role, call_id: call } }) => [type, call ?? role].join(" "));
}

const UP_TO_MARK = [
  "message developer",
  "message user",
  "message user",
  "message assistant",
  "function_call call_1_0",
  "function_call_output call_1_0",
];

test("W19: a recorded thread is cut at the mark; the answer that set it is whole, then comes the report", async () => {
  const path = write(THREAD, recorded());
  const before = readFileSync(path, "utf8");
  const { lines, text, exchange, nativeSession, warning } = await fork(path);
  expect(exchange).toEqual([
    ...UP_TO_MARK,
    "function_call call_2_0",
    "function_call call_2_1",
    "function_call_output call_2_0",
    "function_call_output call_2_1",
    "message user",
  ]);
  expect(warning).toBeNull();
  expect(text).not.toMatch(/exploration-output|call rewind|I look around/);
  expect(text.split("Checkpoint: done.")).toHaveLength(3);
  expect(lines.at(-1)?.payload["content"]).toEqual([{ type: "input_text", text: REPORT }]);
  expect(readFileSync(path, "utf8")).toBe(before);
  const time = `0${AT.toString(16)}`;
  expect(nativeSession).toBe(`${time.slice(0, 8)}-${time.slice(8)}-7333-8444-555555555555`);
  expect(lines[0]?.payload).toMatchObject({ id: nativeSession, session_id: nativeSession });
  expect(text.replaceAll(`"forked_from_id":"${THREAD}"`, "")).not.toContain(THREAD);
  expect(lines.map(({ ordinal }) => ordinal)).toEqual(lines.map((_, place) => place));
});

test("the fork reads as a thread: no turn is left open, and the report is no prompt of a person", async () => {
  const { transcriptPath, lines } = await fork(write(THREAD, recorded()));
  const turns = lines.filter(({ payload }) => String(payload["type"]).startsWith("task_"));
  expect(turns.map(({ payload }) => payload["type"])).toEqual(["task_started", "task_complete"]);
  expect(turns[1]?.payload["turn_id"]).toBe(turns[0]?.payload["turn_id"]);
  const read = await readTranscript(transcriptPath);
  expect(read?.entries.flatMap((entry) => (entry.type === "prompt" ? entry.text : []))).toEqual([
    "Who calls the parser?",
  ]);
});

test("W16 W19: a client that was killed while it set the mark leaves no call without its result", async () => {
  const { exchange, warning } = await fork(write(THREAD, recorded().slice(0, 18)));
  expect(exchange).toEqual([...UP_TO_MARK, "message user"]);
  expect(warning).toBeNull();
});

test("W19: a compaction since the mark is left out with the exploration", async () => {
  const lines = recorded();
  const compacted = { ...lines[30], type: "compacted", payload: { message: "A summary of all." } };
  const { text, exchange } = await fork(
    write(THREAD, [...lines.slice(0, 31), compacted, ...lines.slice(31)]),
  );
  expect(text).not.toContain("A summary of all.");
  expect(exchange).toContain("function_call_output call_2_1");
});

test("W16 W19: a mark that a fork of the client inherited is cut in the parent's lines", async () => {
  const lines = recorded();
  write(THREAD, lines);
  const child = "01a205e0-0000-7000-8000-000000000001";
  const base = { thread_id: THREAD, end_ordinal_exclusive: 31, end_byte_offset: 1 };
  const meta = {
    ...lines[0],
    ordinal: 31,
    payload: { ...lines[0]?.payload, id: child, session_id: child, history_base: base },
  };
  const later = lines.slice(32).map((line) => JSON.parse(JSON.stringify(line).replaceAll(THREAD, child)));
  const { exchange, lines: forked, text } = await fork(write(child, [meta, ...later]));
  expect(exchange.slice(0, UP_TO_MARK.length)).toEqual(UP_TO_MARK);
  expect(forked[0]?.payload["forked_from_id"]).toBe(child);
  expect(text).not.toContain("history_base");
  rmSync(join(sessions, "2026", "11", "23", `rollout-2026-11-23T00-48-11-${THREAD}.jsonl`));
  await expect(fork(write(child, [meta, ...later]))).rejects.toMatchObject({ code: "not_found" });
});

test("W19: a script that set the mark stays whole, and its output asks for nothing", async () => {
  const lines = recorded();
  const begin = lines.slice(0, 16);
  const created = lines[19];
  const script = { type: "custom_tool_call", call_id: "script_1", name: "exec", input: "…" };
  const said = "Checkpoint created.\nGoal: who calls the parser?\nRun it, then call rewind with a report.";
  const item = {
    ...(created?.payload["item"] as object),
    id: "nested_1",
    result: { content: [{ text: said }] },
  };
  const output = [
    { type: "input_text", text: `Script completed\n${JSON.stringify(JSON.stringify({ said }))}` },
  ];
  const written = [
    ...begin,
    { ...lines[16], payload: script },
    { ...created, payload: { ...created?.payload, item } },
    { ...lines[20], payload: { type: "custom_tool_call_output", call_id: "script_1", output } },
    ...lines.slice(24, 31),
  ];
  const { exchange, text } = await fork(write(THREAD, written));
  expect(exchange).toEqual([
    ...UP_TO_MARK,
    "custom_tool_call script_1",
    "custom_tool_call_output script_1",
    "message user",
  ]);
  expect(text).toContain("Script completed");
  expect(text).not.toContain("then call rewind");
});

test("W16 W19: without the mark in the thread it is cut before it with a warning, and refused if nothing is there", async () => {
  const elsewhere = { call: null, goal: "something else", at: MARKED_AT };
  const { exchange, warning } = await fork(write(THREAD, recorded()), elsewhere);
  expect(exchange).toEqual([...UP_TO_MARK, "message user"]);
  expect(warning).toContain("is not in the transcript");
  const late = { ...elsewhere, at: 0 };
  await expect(fork(write(THREAD, recorded()), late)).rejects.toMatchObject({ code: "not_found" });
  await expect(fork(join(sessions, "none.jsonl"))).rejects.toThrow("is gone");
});
