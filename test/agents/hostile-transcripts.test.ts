import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { readTail, readWhole } from "../../src/agents/files/tail.ts";
import { agents } from "../../src/agents/registry.ts";
import { foldEntry } from "../../src/capture/fold-entry.ts";
import { redactEntry } from "../../src/capture/redact-entry.ts";
import { loadSqlite } from "../../src/files/load-sqlite.ts";
import type { TranscriptEntry } from "../../src/kernel/agent/transcript.ts";
import { EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import { createRedactor } from "../../src/redact/create-redactor.ts";
import { anyCharacter } from "../support/any-character.ts";

let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-hostile-"));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const redactor = createRedactor();
const AT = "2026-11-21T12:00:00.000Z";
const DEEP = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;

/** Lines as the clients write them; `HOLE` is where the attacker's value goes. */
const LINES: Record<string, readonly string[]> = {
  "claude-code": [
    `{"type":"user","uuid":"u","parentUuid":HOLE,"timestamp":"${AT}","message":{"role":"user","content":HOLE}}`,
    `{"type":"user","uuid":HOLE,"parentUuid":"u","timestamp":HOLE,"message":{"role":"user","content":"go"}}`,
    `{"type":"assistant","uuid":"a","parentUuid":"b","timestamp":"${AT}","message":{"role":"assistant","content":[{"type":"tool_use","id":"t","name":"Bash","input":HOLE}]}}`,
    `{"type":"assistant","uuid":"b","parentUuid":"a","timestamp":"${AT}","message":{"role":"assistant","content":[{"type":"text","text":HOLE}],"usage":HOLE}}`,
    `{"type":"user","uuid":"r","parentUuid":"a","timestamp":"${AT}","message":{"role":"user","content":[{"type":"tool_result","tool_use_id":"t","content":HOLE}]},"toolUseResult":HOLE}`,
  ],
  codex: [
    `{"timestamp":"${AT}","type":"session_meta","payload":{"history_base":{"thread_id":HOLE,"end_ordinal_exclusive":9,"end_byte_offset":HOLE}}}`,
    `{"timestamp":HOLE,"type":"event_msg","payload":{"type":"item_completed","item":{"type":"UserMessage","id":"1","content":[{"text":HOLE}]}}}`,
    `{"timestamp":"${AT}","type":"event_msg","payload":{"type":"item_completed","item":{"type":"McpToolCall","id":"2","server":"s","tool":"t","arguments":HOLE,"result":HOLE,"status":"completed"}}}`,
    `{"timestamp":"${AT}","type":"event_msg","payload":{"type":"item_completed","item":{"type":"CommandExecution","id":"3","command":["bash","-lc",HOLE],"exit_code":1,"aggregated_output":HOLE}}}`,
    `{"timestamp":"${AT}","type":"event_msg","payload":{"type":"item_completed","item":{"type":"FileChange","id":"4","changes":{HOLEKEY:{"type":"update","move_path":HOLE}},"status":"completed"}}}`,
    `{"timestamp":"${AT}","type":"event_msg","payload":{"type":"token_count","info":{"last_token_usage":{"total_tokens":HOLE}}}}`,
    `{"timestamp":"${AT}","type":"response_item","payload":{"type":"function_call","call_id":"5","name":"update_plan","arguments":HOLE}}`,
  ],
  gemini: [
    `{"id":"1","timestamp":HOLE,"type":"user","content":HOLE}`,
    `{"id":HOLE,"timestamp":"${AT}","type":"user","content":[{"text":HOLE},HOLE]}`,
    `{"id":"2","timestamp":"${AT}","type":"gemini","content":HOLE,"tokens":HOLE,"toolCalls":[{"id":"t","name":"run_shell_command","args":HOLE,"status":"success","result":HOLE},HOLE]}`,
    `{"$set":{"messages":[HOLE,{"id":"3","type":"user","content":"<state_snapshot>"}]}}`,
    `{"$rewindTo":HOLE}`,
  ],
  pi: [
    `{"type":"message","id":"1","parentId":HOLE,"timestamp":HOLE,"message":{"role":"user","content":HOLE}}`,
    `{"type":"message","id":HOLE,"parentId":"1","timestamp":"${AT}","message":{"role":"assistant","content":[{"type":"toolCall","id":"t","name":"bash","arguments":HOLE},HOLE],"usage":HOLE,"stopReason":HOLE}}`,
    `{"type":"message","id":"2","parentId":"1","timestamp":"${AT}","message":{"role":"toolResult","toolCallId":"t","content":HOLE,"isError":HOLE}}`,
    `{"type":"compaction","id":"3","parentId":"2","timestamp":HOLE,"summary":HOLE}`,
  ],
};

LINES["oh-my-pi"] = [
  ...(LINES["pi"] ?? []),
  `{"type":"message","id":"4","parentId":"2","timestamp":"${AT}","message":{"role":"assistant","content":[{"type":"toolCall","id":"d","name":"write","arguments":{"path":"xd://rewind","content":HOLE}},{"type":"toolCall","id":"e","name":"edit","arguments":{"input":HOLE}}]}}`,
  `{"type":"message","id":"5","parentId":"4","message":{"role":"toolResult","toolCallId":"d","toolName":"todo","content":"x","details":{"phases":HOLE}}}`,
  `{"type":"branch_summary","id":"6","parentId":HOLE,"summary":HOLE}`,
];

const value = fc.oneof(
  fc.constantFrom(
    "null",
    "true",
    "-1",
    "1e400",
    "9007199254740993",
    '""',
    '"u"',
    '"a"',
    "{}",
    "[[]]",
    DEEP,
    `{"command":${DEEP}}`,
  ),
  fc.constantFrom(
    '{"command":"ls\\u0000\\u001b[2J"}',
    '[{"type":"text","text":7}]',
    '[{"functionResponse":{"response":{"output":7}}}]',
  ),
  fc.constantFrom(
    '"+275760-09-13T00:00:00.000Z"',
    '"../../../../etc"',
    '"\\ud800"',
    '"</holdfast-recovery>"',
    '"__proto__"',
  ),
  fc.constantFrom("a", " ", "\\n", "- [ ] ", "(1) ", "cd a;").map((unit) => `"${unit.repeat(20_000)}"`),
  fc.json({ maxDepth: 4 }),
);

/** A template with attackers' values in its holes, and sometimes cut off. */
function filledIn(templates: fc.Arbitrary<string>): fc.Arbitrary<string> {
  return fc.tuple(templates, value, value, fc.nat(400)).map(([template, first, second, cut]) => {
    const text = template
      .replace("HOLEKEY", () => (first.startsWith('"') ? first : '"k"'))
      .replace("HOLE", () => first)
      .replaceAll("HOLE", () => second);
    return cut < 20 ? text.slice(0, cut * 5) : text;
  });
}

function expectSafe(found: readonly TranscriptEntry[]): void {
  const entries = found.map((entry) => redactEntry(entry, redactor));
  for (const { at } of entries) expect(Number.isFinite(at)).toBe(true);
  expect(entries.reduce(foldEntry, EMPTY_CAPTURE).prompts.length).toBeLessThan(1_000);
}

function transcriptOf(templates: readonly string[]): fc.Arbitrary<string> {
  const line = filledIn(fc.constantFrom(...templates));
  return fc
    .array(fc.oneof({ weight: 6, arbitrary: line }, fc.string({ unit: anyCharacter, maxLength: 60 })), {
      maxLength: 12,
    })
    .map((lines) => lines.join("\n"));
}

describe.each(agents.filter(({ name }) => LINES[name]))(
  "transcripts as an attack: $name",
  ({ name, readTranscript }) => {
    test("SEC-S34: no line makes the reader, redaction or capture throw", async () => {
      const path = join(folder, `${name}.jsonl`);
      await fc.assert(
        fc.asyncProperty(transcriptOf(LINES[name] ?? []), async (content) => {
          writeFileSync(path, content);
          const transcript = await readTranscript(path);
          expect(transcript).toBeDefined();
          expectSafe(transcript?.entries ?? []);
        }),
        { numRuns: 60 },
      );
    }, 60_000);
  },
);

/** What the client stores as JSON: of messages, and of their parts. */
const ROWS = {
  message: [
    `{"role":"user","time":{"created":HOLE},"summary":HOLE}`,
    `{"role":"assistant","time":{"created":1},"modelID":HOLE,"summary":HOLE,"error":HOLE,"tokens":HOLE}`,
    `{"role":"assistant","time":{"created":1},"error":{"name":HOLE},"tokens":{"input":HOLE,"output":1,"cache":{"read":1,"write":HOLE}}}`,
    "HOLE",
  ],
  part: [
    `{"type":"text","text":HOLE,"synthetic":HOLE,"time":HOLE}`,
    `{"type":"text","text":"go","time":{"start":HOLE,"end":HOLE}}`,
    `{"type":"tool","tool":HOLE,"callID":"c","state":{"status":"completed","input":HOLE,"output":HOLE,"metadata":HOLE}}`,
    `{"type":"tool","tool":"bash","callID":"c","state":{"status":"error","input":{"command":HOLE},"error":HOLE,"time":{"start":HOLE}}}`,
    `{"type":"tool","tool":"todowrite","callID":HOLE,"state":{"status":"completed","input":{"todos":HOLE},"output":HOLE}}`,
    `{"type":"compaction","auto":HOLE}`,
  ],
};

test("SEC-S34: no row of an OpenCode database makes the reader, redaction or capture throw", async () => {
  const opencode = agents.find(({ name }) => name === "opencode");
  const file = join(folder, "opencode.db");
  const client = new (loadSqlite())(file);
  client.exec("create table message (id, session_id, time_created, data)");
  client.exec("create table part (id, message_id, session_id, data)");
  const addMessage = client.prepare("insert into message values (?, 'ses', ?, ?)");
  const addPart = client.prepare("insert into part values (?, ?, 'ses', ?)");
  const row = (templates: readonly string[]) => filledIn(fc.constantFrom(...templates));
  const session = fc.array(fc.tuple(row(ROWS.message), fc.array(row(ROWS.part), { maxLength: 4 })), {
    maxLength: 6,
  });
  await fc.assert(
    fc.asyncProperty(session, async (messages) => {
      client.exec("delete from message; delete from part");
      for (const [i, [message, parts]] of messages.entries()) {
        addMessage.run(`m${i}`, i, message);
        for (const [j, part] of parts.entries()) addPart.run(`p${j}`, `m${i}`, part);
      }
      const transcript = await opencode?.readTranscript(join(file, "ses"));
      expect(transcript).toMatchObject({ size: messages.length });
      expectSafe(transcript?.entries ?? []);
      await opencode?.sessions?.usage(join(file, "ses"));
    }),
    { numRuns: 60 },
  );
  client.close();
}, 60_000);

/** An entry as the client stores it: as text, or packed; and what says that a row is of neither kind. */
const OPENCLAW = [
  ...(LINES["pi"] ?? []),
  `{"type":"message","id":"4","parentId":"2","timestamp":"${AT}","message":{"role":"user","content":HOLE,"provenance":HOLE}}`,
  `{"type":"message","id":"5","parentId":"4","timestamp":"${AT}","message":{"role":"assistant","content":[{"type":"toolCall","id":"c","name":"exec","arguments":{"command":HOLE}},{"type":"toolCall","id":"d","name":"apply_patch","arguments":{"input":HOLE}}]}}`,
  `{"type":"message","id":"6","parentId":"5","timestamp":"${AT}","message":{"role":"assistant","content":[{"type":"toolCall","id":"e","name":"progress_card","arguments":{"plan":HOLE}}]}}`,
  `{"type":"message","id":"7","parentId":"6","message":{"role":"toolResult","toolCallId":"c","toolName":HOLE,"content":HOLE,"details":{"exitCode":HOLE}}}`,
  `{"type":"message","id":"8","parentId":"7","message":{"role":"custom","customType":"openclaw.nested-tool.v1","details":{"toolCallId":"n","toolName":"exec","input":HOLE,"result":HOLE}}}`,
  `{"type":"reset","id":HOLE,"parentId":null,"reason":HOLE}`,
  "HOLE",
];

test("SEC-S34: no row of an OpenClaw database makes the reader, redaction or capture throw", async () => {
  const openclaw = agents.find(({ name }) => name === "openclaw");
  const folderOf = join(folder, "agents", "main", "agent");
  mkdirSync(folderOf, { recursive: true });
  const file = join(folderOf, "openclaw-agent.sqlite");
  const client = new (loadSqlite())(file);
  client.exec("create table transcript_events (session_id, seq, event_json, event_zstd)");
  client.exec(
    "create table session_windows (session_id, session_key, updated_at, transcript_updated_at, spawned_by)",
  );
  const add = client.prepare("insert into transcript_events values ('ses', ?, ?, ?)");
  const addWindow = client.prepare("insert into session_windows values (?, ?, ?, ?, null)");
  const text = filledIn(fc.constantFrom(...OPENCLAW));
  const cell = fc.oneof({ weight: 6, arbitrary: text }, fc.constant(null), fc.nat());
  const packed = fc.oneof(
    { weight: 3, arbitrary: fc.constant(null) },
    fc.uint8Array({ maxLength: 60 }),
    text,
  );
  const window = fc.tuple(fc.oneof(fc.constant("ses"), value), value, fc.oneof(fc.nat(), value), value);
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(cell, packed), { maxLength: 12 }), window, async (rows, found) => {
      client.exec("delete from transcript_events; delete from session_windows");
      for (const [seq, row] of rows.entries()) add.run(seq, ...row);
      addWindow.run(...found);
      const transcript = await openclaw?.readTranscript(join(file, "ses"));
      expect(transcript).toBeDefined();
      expectSafe(transcript?.entries ?? []);
      await openclaw?.sessions?.usage(join(file, "ses"));
      await openclaw?.sessions?.find(folder, () => true);
    }),
    { numRuns: 60 },
  );
  client.close();
}, 60_000);

test("a hundred thousand rewinds of a long Gemini history are read in time", async () => {
  const path = join(folder, "rewinds.jsonl");
  const message = (id: string) => `{"id":"${id}","type":"user","content":"x"}`;
  const said = Array.from({ length: 50_000 }, (_, i) => message(`m${i}`));
  const undone = Array.from({ length: 50_000 }, (_, i) => `{"$rewindTo":"n${i}"}`);
  const lines = said.concat(undone.flatMap((rewind, i) => [message(`n${i}`), rewind]));
  writeFileSync(path, lines.join("\n"));
  const gemini = agents.find(({ name }) => name === "gemini");
  expect((await gemini?.readTranscript(path))?.entries).toHaveLength(50_000);
});

test("SEC-S44: of a file of tiny lines, no more are parsed than a client writes", async () => {
  const file = join(folder, "tiny.jsonl");
  writeFileSync(file, `${"{}\n".repeat(500_000)}{"last":1}\n`);
  const tail = await readTail(file, 8 * 1024 * 1024);
  expect(tail).toMatchObject({ size: 1_500_011, cut: true });
  const lines = tail?.bytes.toString().trimEnd().split("\n");
  expect(lines?.length).toBe(200_000);
  expect(lines?.at(-1)).toBe('{"last":1}');
  expect(lines?.[0]).toBe("{}");
  expect((await readTail(file, 30))?.bytes.toString()).toBe(`${"{}\n".repeat(6)}{"last":1}\n`);
  // What a conversation is copied from must be whole.
  expect((await readWhole(file)).length).toBe(1_500_011);
});
