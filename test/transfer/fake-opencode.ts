import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import { loadSqlite } from "../../src/files/load-sqlite.ts";

/** The tables of OpenCode 1.18.33, as far as a conversation is in them. */
const TABLES = `
  create table if not exists session (id text primary key, project_id text not null, parent_id text, slug text not null,
    directory text not null, title text not null, version text not null, share_url text, agent text, model text, revert text,
    permission text, cost real default 0 not null, tokens_input integer default 0 not null,
    tokens_output integer default 0 not null, tokens_reasoning integer default 0 not null,
    tokens_cache_read integer default 0 not null, tokens_cache_write integer default 0 not null,
    time_created integer not null, time_updated integer not null);
  create table if not exists message (id text primary key, session_id text not null, time_created integer not null,
    time_updated integer not null, data text not null);
  create table if not exists part (id text primary key, message_id text not null, session_id text not null, data text not null)`;

export type Conversations = InstanceType<ReturnType<typeof loadSqlite>>;

export function databaseIn(home: string): string {
  return join(home, ".local", "share", "opencode", "opencode.db");
}

/** Opens the database of a client. */
export function withConversations<T>(home: string, work: (database: Conversations) => T): T {
  const file = databaseIn(home);
  mkdirSync(dirname(file), { recursive: true });
  const database = new (loadSqlite())(file);
  try {
    database.exec(TABLES);
    return work(database);
  } finally {
    database.close();
  }
}

/**
 * Installs an `opencode` whose `import` does what that of version 1.18.33 was seen to do: it takes the directory in which
 * it runs, adds what is not there, and changes nothing of what is. Returns the directory for the `PATH`.
 */
export function installOpenCode(root: string): string {
  const directory = join(root, "bin");
  mkdirSync(directory, { recursive: true });
  const program = join(directory, "opencode");
  const sqlite = createRequire(import.meta.url).resolve("@photostructure/sqlite");
  writeFileSync(program, `#!${process.execPath}\n${PROGRAM(sqlite)}`);
  chmodSync(program, 0o755);
  return directory;
}

const PROGRAM = (sqlite: string) => `
const { mkdirSync, readFileSync } = require("node:fs");
const { dirname, join } = require("node:path");
const { DatabaseSync } = require(${JSON.stringify(sqlite)});
const [command, pure, path] = process.argv.slice(2);
if (command !== "import" || pure !== "--pure") throw new Error("unknown command");
const { info, messages } = JSON.parse(readFileSync(path, "utf8"));
for (const field of ["id", "slug", "title", "version", "time"]) if (!info[field]) {
  process.stderr.write("\\u001b[91mError: \\u001b[0mMissing key " + field + "\\n");
  process.exit(1);
}
const file = join(process.env.HOME, ".local/share/opencode/opencode.db");
mkdirSync(dirname(file), { recursive: true });
const database = new DatabaseSync(file);
database.exec(${JSON.stringify(TABLES)});
const add = (table, row) => {
  const names = Object.keys(row);
  return "insert into " + table + " (" + names + ") values (" + names.map(() => "?") + ")";
};
const run = (sql, row) => database.prepare(sql).run(...Object.values(row).map((value) => value ?? null));
const { tokens, time, model, revert } = info;
const session = { id: info.id, project_id: "here", slug: info.slug, directory: process.cwd(), title: info.title,
  version: info.version, agent: info.agent, model: model && JSON.stringify(model), revert: revert && JSON.stringify(revert),
  permission: info.permission && JSON.stringify(info.permission), share_url: info.share && info.share.url,
  cost: info.cost, tokens_input: tokens.input, tokens_output: tokens.output, tokens_reasoning: tokens.reasoning,
  tokens_cache_read: tokens.cache.read, tokens_cache_write: tokens.cache.write,
  time_created: time.created, time_updated: time.updated };
run(add("session", session) + " on conflict (id) do update set directory = excluded.directory", session);
for (const message of messages) {
  const { id, sessionID, ...data } = message.info;
  const row = { id, session_id: info.id, time_created: data.time.created, time_updated: 0, data: JSON.stringify(data) };
  run(add("message", row) + " on conflict do nothing", row);
  for (const part of message.parts) {
    const { id, sessionID, messageID, ...rest } = part;
    const row = { id, message_id: messageID, session_id: info.id, data: JSON.stringify(rest) };
    run(add("part", row) + " on conflict do nothing", row);
  }
}
database.close();
process.stdout.write("Imported session: " + info.id + "\\n");
`;
