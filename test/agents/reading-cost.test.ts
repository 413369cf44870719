import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readTranscript as readClaude } from "../../src/agents/claude-code/transcript.ts";
import { readTranscript as readCodex } from "../../src/agents/codex/transcript.ts";
import { readTranscript as readGemini } from "../../src/agents/gemini/transcript.ts";
import { readTranscript as readPi } from "../../src/agents/pi/transcript.ts";
import type { Transcript } from "../../src/kernel/agent/transcript.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const MANY = 100_000;
const many = (item: string, mark = ",") => Array<string>(MANY).fill(item).join(mark);
const lines = (line: string) => many(line, "\n");
const claude = (type: string, content: string) =>
  `{"uuid":"a","parentUuid":null,"type":"${type}","message":{"role":"${type}","content":${content}}}`;
const codex = (item: string) => `{"type":"event_msg","payload":{"type":"item_completed","item":${item}}}`;
const gemini = (type: string, fields: string) => `{"id":"a","type":"${type}",${fields}}`;
const pi = (message: string) => `{"id":"a","parentId":null,"type":"message","message":${message}}`;

type Reader = (path: string) => Promise<Transcript | undefined>;
const CASES: readonly (readonly [string, Reader, string])[] = [
  ["claude: lines of {}", readClaude, lines("{}")],
  ["claude: blocks of an answer", readClaude, claude("assistant", `[${many("1")}]`)],
  ["claude: calls without a name", readClaude, claude("assistant", `[${many('{"type":"tool_use"}')}]`)],
  ["claude: results without a call", readClaude, claude("user", `[${many('{"type":"tool_result"}')}]`)],
  [
    "claude: a result's own blocks",
    readClaude,
    claude("user", `[{"type":"tool_result","tool_use_id":"x","content":[${many("1")}]}]`),
  ],
  ["codex: events without a payload", readCodex, lines('{"type":"event_msg","payload":1}')],
  ["codex: calls of no kind", readCodex, lines('{"type":"response_item","payload":{}}')],
  ["codex: parts of a prompt", readCodex, codex(`{"type":"UserMessage","id":"a","content":[${many("1")}]}`)],
  [
    "codex: words of a command",
    readCodex,
    codex(`{"type":"CommandExecution","id":"a","command":[${many("1")}]}`),
  ],
  ["gemini: lines of {}", readGemini, lines("{}")],
  ["gemini: messages without an id", readGemini, lines('{"type":"user"}')],
  ["gemini: a list of messages", readGemini, `{"$set":{"messages":[${many('{"type":"user"}')}]}}`],
  ["gemini: parts of a prompt", readGemini, gemini("user", `"content":[${many("1")}]`)],
  ["gemini: calls", readGemini, gemini("gemini", `"content":"x","toolCalls":[${many('{"id":"a"}')}]`)],
  [
    "gemini: results",
    readGemini,
    gemini(
      "gemini",
      `"content":"x","toolCalls":[{"id":"a","name":"b","status":"success","result":[${many("1")}]}]`,
    ),
  ],
  ["pi: lines of {}", readPi, lines("{}")],
  ["pi: blocks of an answer", readPi, pi(`{"role":"assistant","content":[${many("1")}]}`)],
  ["pi: calls without a name", readPi, pi(`{"role":"assistant","content":[${many('{"type":"toolCall"}')}]}`)],
];

/** Processor time in microseconds, which other work on the machine hardly moves. */
async function costOf(work: () => unknown): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return user + system;
}

/** A schema takes microseconds to refuse a value, and a tail of 8 MB has room for millions. */
test.each(CASES)(
  "reading costs not much more than parsing, whatever a line holds: %s",
  async (_, read, text) => {
    const path = join(temporaryDirectory("hostile"), "session.jsonl");
    writeFileSync(path, `${text}\n`);
    const parsing = await costOf(() => text.split("\n").map((line) => JSON.parse(line) as unknown));
    const reading = await costOf(async () => expect(await read(path)).toBeDefined());
    expect(reading / parsing).toBeLessThan(60);
  },
);
