import { mkdirSync, readFileSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openclaw } from "../../../src/agents/openclaw/adapter.ts";
import { loadSqlite } from "../../../src/files/load-sqlite.ts";
import type { TranscriptEntry } from "../../../src/kernel/agent/transcript.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { recordedDatabase, SESSION } from "./fixtures.ts";

let folder: string;
let database: string;
beforeEach(() => {
  folder = temporaryDirectory("openclaw");
  database = recordedDatabase(folder);
});

const describeEntries = (entries: readonly TranscriptEntry[] = []) =>
  entries.map((entry) => ("text" in entry ? `${entry.type}: ${entry.text.split("\n")[0]}` : entry.type));

test("S14: prompts, answers, calls and results; nothing that the client wrote in the person's name", async () => {
  const transcript = await openclaw.readTranscript(join(database, SESSION));
  expect(describeEntries(transcript?.entries)).toEqual([
    "prompt: Build the importer. Never touch prod.",
    "message: Writing.",
    "file_changed",
    "outcome: Successfully wrote 11 bytes to /home/ann/shop/importer.js",
    "message: Run",
    "command_run",
    "file_changed",
    expect.stringMatching(/^outcome: Exit code 1$/),
    "outcome: Success. Updated the following files:",
    "own_tool",
    expect.stringMatching(/^outcome: /),
    "message: Final answer.",
    "prompt: And the tests?",
    "message: Done.",
  ]);
  expect(transcript).toMatchObject({ contextUse: { tokens: 210, model: "fake-1" }, partial: false });
  const failed = transcript?.entries.find(
    (entry) => entry.type === "outcome" && entry.text.includes("MODULE"),
  );
  expect(failed).toMatchObject({ ok: false });
});

test("each answer's tokens are counted", async () => {
  const usage = await openclaw.sessions?.usage(join(database, SESSION));
  expect(usage).toHaveLength(5);
  expect(usage?.[0]).toEqual({
    id: "a1955e34-2a80-4d0c-bd96-2d5f95c7d715 2026-11-23T07:31:11.506Z",
    at: 1795419071506,
    model: "fake-1",
    input: 200,
    output: 10,
    cacheRead: 0,
    cacheWrite: 0,
  });
});

const packedFile = (name: string) =>
  readFileSync(new URL(`../../fixtures/openclaw/${name}.zst`, import.meta.url));
const pack = (packed: Buffer) => {
  const client = new (loadSqlite())(database);
  client.prepare("update transcript_events set event_json = null, event_zstd = ? where seq = 4").run(packed);
  client.close();
};

test("an entry that the client packed is read; one that cannot be unpacked, or is too long, cuts nothing off", async () => {
  const prompts = async () => {
    const transcript = await openclaw.readTranscript(join(database, SESSION));
    const said = describeEntries(transcript?.entries).filter((entry) => entry.startsWith("prompt"));
    return { said, partial: transcript?.partial };
  };
  pack(packedFile("packed-entry"));
  const both = ["prompt: Build the importer. Never touch prod.", "prompt: And the tests?"];
  expect(await prompts()).toEqual({ said: both, partial: false });
  for (const packed of [packedFile("packed-bomb"), Buffer.from("packed")]) {
    pack(packed);
    expect(await prompts()).toEqual({ said: both.slice(1), partial: true });
  }
});

test("S14: what the model called through the client's tool search is read like a direct call", async () => {
  const client = new (loadSqlite())(database);
  const id = "tool_search_code:call_3_0:progress_card:2";
  const plan = [{ step: "Cover empty input", status: "pending" }];
  const result = { content: [{ type: "text", text: "Progress card updated (rev 1, 0/1 done)" }] };
  const details = { toolCallId: id, toolName: "progress_card", input: { plan }, result, isError: false };
  const message = { role: "custom", customType: "openclaw.nested-tool.v1", content: "", details };
  const { parentId } = client
    .prepare("select json_extract(event_json, '$.id') as parentId from transcript_events order by seq desc")
    .get() as { parentId: string };
  const nested = { type: "message", id: "144f59a2", parentId, message };
  client
    .prepare("insert into transcript_events (session_id, seq, event_json) values (?, 1000, ?)")
    .run(SESSION, JSON.stringify(nested));
  client.close();
  const transcript = await openclaw.readTranscript(join(database, SESSION));
  expect(transcript?.entries.slice(-2)).toMatchObject([
    { type: "todo_list", todos: [{ content: "Cover empty input", status: "pending" }] },
    { type: "outcome", call: id, ok: true, text: "Progress card updated (rev 1, 0/1 done)" },
  ]);
});

test("T2: what was said before `/new` is another conversation, though the client continues in the same session", async () => {
  const client = new (loadSqlite())(database);
  const insert = client.prepare(
    "insert into transcript_events (session_id, seq, event_json) values (?, ?, ?)",
  );
  const add = (seq: number, entry: object) => insert.run(SESSION, seq, JSON.stringify(entry));
  add(1_000, { type: "reset", id: "e1738dcc", parentId: null, reason: "new" });
  add(1_001, {
    type: "message",
    id: "m1",
    parentId: "e1738dcc",
    message: { role: "user", content: "Draw it." },
  });
  add(1_002, { type: "reset", id: "ce865bc0", parentId: "m1", reason: "new" });
  client.close();
  const said = async (name: string) =>
    describeEntries((await openclaw.readTranscript(join(database, name)))?.entries);
  expect((await said(SESSION)).at(-1)).toBe("message: Done.");
  expect(await said(`e1738dcc__${SESSION}`)).toEqual(["prompt: Draw it."]);
  expect(await said(`ce865bc0__${SESSION}`)).toEqual([]);
  expect(await said(`nowhere__${SESSION}`)).toEqual([]);
});

test("a prompt with which the client continues after a restart is no person's", async () => {
  const client = new (loadSqlite())(database);
  client.exec(
    "update transcript_events set event_json = json_set(event_json, '$.message.provenance', json('{\"kind\":\"internal_system\"}')) where event_json like '%And the tests%'",
  );
  client.close();
  const transcript = await openclaw.readTranscript(join(database, SESSION));
  expect(describeEntries(transcript?.entries)).not.toContain("prompt: And the tests?");
});

test("the database is opened for reading only, also while the client writes to it", async () => {
  const client = new (loadSqlite())(database);
  client.exec("pragma journal_mode = wal; begin immediate; delete from transcript_events");
  expect((await openclaw.readTranscript(join(database, SESSION)))?.entries.length).toBeGreaterThan(10);
  client.exec("rollback");
  client.close();
});

test("SEC-S34: anything else than a session in a database of the client is not read", async () => {
  const link = join(folder, "link.sqlite");
  symlinkSync(database, link);
  writeFileSync(join(folder, "text.sqlite"), "not a database");
  new (loadSqlite())(join(folder, "empty.sqlite")).exec("create table other (id)");
  for (const path of [
    join(link, SESSION),
    join(folder, "text.sqlite", "x"),
    join(folder, "empty.sqlite", "x"),
  ])
    expect(await openclaw.readTranscript(path)).toBeUndefined();
  expect(await openclaw.readTranscript(join(folder, SESSION))).toBeUndefined();
  expect((await openclaw.readTranscript(join(database, "unknown")))?.entries).toEqual([]);
});

test("S38: people's sessions are found in the databases of all agents, newest first; no subagent's and no job's", async () => {
  for (const agent of ["main", "other"])
    mkdirSync(join(folder, "agents", agent, "agent"), { recursive: true });
  const inside = join(folder, "agents/main/agent/openclaw-agent.sqlite");
  const client = new (loadSqlite())(database);
  const add = client.prepare("insert into session_windows values (?, ?, ?, null, ?)");
  const begin = client.prepare("insert into transcript_events values (?, 0, ?, null)");
  for (const [id, key, at, parent] of [
    ["newer", "agent:main:second", 1795419099999, null],
    ["child", "agent:main:subagent:x", 1795419099999, null],
    ["spawned", "agent:main:third", 1795419099999, "agent:main:main"],
    ["job", "agent:main:cron:y", 1795419099999, null],
  ] as const) {
    add.run(id, key, at, parent);
    begin.run(id, JSON.stringify({ type: "session", id, cwd: "/home/ann/shop" }));
  }
  const reset = { type: "reset", id: "e1738dcc", parentId: null, reason: "new" };
  client.prepare("insert into transcript_events values ('newer', 1, ?, null)").run(JSON.stringify(reset));
  client.close();
  renameSync(database, inside);
  const found = await openclaw.sessions?.find(folder, () => true);
  expect(found).toEqual([
    {
      nativeSession: "e1738dcc__newer",
      path: join(inside, "e1738dcc__newer"),
      cwd: "/home/ann/shop",
      modifiedAt: 1795419099999,
    },
    { nativeSession: SESSION, path: join(inside, SESSION), cwd: "/home/ann/shop", modifiedAt: 1795419078211 },
  ]);
  expect(await openclaw.sessions?.find(folder, (_path, at) => at > 1795419078211)).toHaveLength(1);
});
