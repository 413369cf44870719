import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { opencode } from "../../../src/agents/opencode/adapter.ts";
import { loadSqlite } from "../../../src/files/load-sqlite.ts";
import type { TranscriptEntry } from "../../../src/kernel/agent/transcript.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { recordedDatabase, SESSION } from "./fixtures.ts";

let folder: string;
let database: string;
beforeEach(() => {
  folder = temporaryDirectory("opencode");
  database = recordedDatabase(folder);
});

const describeEntries = (entries: readonly TranscriptEntry[] = []) =>
  entries.map((entry) => ("text" in entry ? `${entry.type}: ${entry.text.split("\n")[0]}` : entry.type));

test("S14: prompts, answers, calls and results; nothing that the client or we wrote in the person's name", async () => {
  const transcript = await opencode.readTranscript(join(database, SESSION));
  expect(describeEntries(transcript?.entries)).toEqual([
    "prompt: Build the importer. Never touch prod.",
    "message: Writing.",
    "file_changed",
    "outcome: Wrote file successfully.",
    "message: Run",
    "command_run",
    "outcome: Exit code 1",
    "todo_list",
    expect.stringMatching(/^outcome: /),
    "message: Final answer.",
    "message: Debriefed.",
    "own_tool",
    expect.stringMatching(/^outcome: /),
    "message: All noted.",
    "compaction",
    "summary: Work on a shop.",
    "prompt: after?",
    "message: Done.",
  ]);
  expect(transcript).toMatchObject({ contextUse: { tokens: 210, model: "fake-1" }, partial: false });
  const failed = transcript?.entries.find((entry) => entry.type === "outcome" && entry.text.includes("cjs"));
  expect(failed).toMatchObject({ ok: false });
});

test("each answer's tokens are counted, that of the compaction too", async () => {
  const usage = await opencode.sessions?.usage(join(database, SESSION));
  expect(usage).toHaveLength(7);
  expect(usage?.[0]).toEqual({
    id: "1795397626407 1795397638701",
    at: 1795397626407,
    model: "fake-1",
    input: 200,
    output: 10,
    cacheRead: 0,
    cacheWrite: 0,
  });
});

test("the database is opened for reading only, also while the client writes to it", async () => {
  const client = new (loadSqlite())(database);
  client.exec("pragma journal_mode = wal; begin immediate; delete from part");
  expect((await opencode.readTranscript(join(database, SESSION)))?.entries.length).toBeGreaterThan(10);
  client.exec("rollback");
  client.close();
});

test("SEC-S34: anything else than a session in a database of the client is not read", async () => {
  const link = join(folder, "link.db");
  symlinkSync(database, link);
  writeFileSync(join(folder, "text.db"), "not a database");
  new (loadSqlite())(join(folder, "empty.db")).exec("create table other (id)");
  for (const path of [join(link, SESSION), join(folder, "text.db", "x"), join(folder, "empty.db", "x")])
    expect(await opencode.readTranscript(path)).toBeUndefined();
  expect(await opencode.readTranscript(join(folder, SESSION))).toBeUndefined();
  expect((await opencode.readTranscript(join(database, "ses_unknown")))?.entries).toEqual([]);
});

test("SEC-S34: rows of another shape are left out", async () => {
  const writer = new (loadSqlite())(database);
  writer.exec(
    "update message set data = 'null' where rowid % 2 = 0; update part set data = '{\"type\":7}' where rowid % 3 = 0",
  );
  writer.close();
  expect(await opencode.readTranscript(join(database, SESSION))).toBeDefined();
});
