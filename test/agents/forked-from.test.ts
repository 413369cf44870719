import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { claudeCode } from "../../src/agents/claude-code/adapter.ts";
import { codex } from "../../src/agents/codex/adapter.ts";
import { opencode } from "../../src/agents/opencode/adapter.ts";
import { pi } from "../../src/agents/pi/adapter.ts";
import { list } from "../../src/capture/operations/list.ts";
import { loadSqlite } from "../../src/files/load-sqlite.ts";
import type { AgentAdapter } from "../../src/kernel/agent/agent.ts";
import { AgentSession } from "../support/agent-session.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { withPlace } from "../support/test-context.ts";

const PARENT = "11111111-1111-4111-8111-111111111111";
const FORK = "22222222-2222-4222-8222-222222222222";

/** A session's file with these lines. */
function fileOf(lines: readonly object[], name = `${FORK}.jsonl`): string {
  const path = join(temporaryDirectory("forks"), name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, lines.map((line) => `${JSON.stringify(line)}\n`).join(""));
  return path;
}

const parentOf = (agent: AgentAdapter, path: string) => agent.sessions?.forkedFrom?.(path);

/** The lines with which the clients begin a fork, as recorded. */
const CLAUDE = [
  { type: "mode" },
  { type: "user", uuid: "u1", parentUuid: null, sessionId: FORK },
  { type: "assistant", uuid: "u2", parentUuid: "u1", sessionId: FORK, requestSessionId: PARENT },
  { type: "assistant", uuid: "u3", parentUuid: "u2", sessionId: FORK },
];
const PI = [
  {
    type: "session",
    version: 3,
    id: FORK,
    timestamp: "2026-11-23T07:42:16.372Z",
    parentSession: `/home/ann/.pi/agent/sessions/--shop--/2026-11-23T07-42-13-823Z_${PARENT}.jsonl`,
  },
  { type: "model_change", id: "ca0f1817", parentId: null, timestamp: "2026-11-23T07:42:14.004Z" },
];
const CODEX = [
  {
    type: "session_meta",
    payload: {
      id: FORK,
      forked_from_id: PARENT,
      history_base: { thread_id: PARENT, end_ordinal_exclusive: 9 },
    },
  },
];

test("a fork's files name the session that it was made of", async () => {
  expect(await parentOf(claudeCode, fileOf(CLAUDE))).toBe(PARENT);
  expect(await parentOf(claudeCode, fileOf(CLAUDE.slice(0, 2)))).toBeUndefined();
  expect(await parentOf(codex, fileOf(CODEX))).toBe(PARENT);
  expect(await parentOf(codex, fileOf([{ type: "session_meta", payload: { id: FORK } }]))).toBeUndefined();
  expect(await parentOf(pi, fileOf(PI))).toBe(PARENT);
  // A new session that an extension began after another one holds none of its entries.
  expect(await parentOf(pi, fileOf(PI.slice(0, 1)))).toBeUndefined();
});

test("OpenCode's fork shares the times of its messages with the oldest session that has them", async () => {
  const file = join(temporaryDirectory("forks"), "opencode.db");
  const database = new (loadSqlite())(file);
  database.exec(`
    create table session (id text primary key, time_created integer not null);
    create table message (id text primary key, session_id text not null, time_created integer not null);
    insert into session values ('ses_other', 1), ('ses_origin', 10), ('ses_fork', 50), ('ses_again', 60), ('ses_new', 70);
    insert into message values ('o', 'ses_other', 2), ('a', 'ses_origin', 11), ('b', 'ses_origin', 12), ('c', 'ses_fork', 11),
      ('d', 'ses_fork', 12), ('e', 'ses_fork', 51), ('f', 'ses_again', 11), ('g', 'ses_again', 61), ('n', 'ses_new', 71);
  `);
  database.close();
  const origins = [];
  for (const id of ["ses_fork", "ses_again", "ses_origin", "ses_new", "ses_unknown"])
    origins.push(await opencode.sessions?.forkedFrom?.(join(file, id)));
  expect(origins).toEqual(["ses_origin", "ses_origin", undefined, undefined, undefined]);
});

test("SEC-S34: a link, a folder, or lines of another shape name nothing", async () => {
  const path = fileOf([{ type: "assistant", sessionId: FORK, requestSessionId: "../../etc" }]);
  const link = join(dirname(path), "link.jsonl");
  symlinkSync(fileOf(CLAUDE), link);
  for (const each of [path, link, dirname(path), "/nowhere.jsonl"])
    for (const agent of [claudeCode, codex, pi, opencode])
      expect(await agent.sessions?.forkedFrom?.(each)).toBeUndefined();
});

test("W19: a fork that another process made descends from its own session, not from the one that was here last", async () => {
  await withPlace(async (place) => {
    const ctx = await place.open({ agent: "claude-code", nativeSession: FORK });
    const origin = new AgentSession(ctx, place.clock, { nativeSession: PARENT });
    await origin.start();
    await origin.prompt("Port the cart to euros.");
    await origin.stop();
    await origin.end();
    const other = new AgentSession(ctx, place.clock, {});
    await other.start("clear");
    await other.prompt("Something else.");
    await other.stop();
    await other.end();
    const transcriptPath = fileOf(CLAUDE);
    const fork = new AgentSession(ctx, place.clock, { nativeSession: FORK, transcriptPath });
    await fork.start("fork");
    await fork.prompt("Go elsewhere.");
    await fork.stop();
    await fork.end();
    expect(await fork.row()).toMatchObject({ parentId: (await origin.row()).id, parentReason: "fork" });
    const { checkpoints } = await list.call(ctx, { session: FORK });
    expect(checkpoints[0]?.continues).toMatchObject({ nativeSession: PARENT, reason: "fork" });
    const [ended] = (await list.call(ctx, { session: PARENT })).checkpoints;
    expect(checkpoints.at(-1)?.parent).toBe(ended?.id);
  });
});
