import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { loadSqlite } from "../../src/files/load-sqlite.ts";

const SESSION = "ses_1";

/** A session in a database like OpenCode's: what a person undoes is deleted with their next prompt. */
export class OpenCodeDatabase {
  readonly path: string;
  readonly #database: InstanceType<ReturnType<typeof loadSqlite>>;
  #now: number;
  #count = 0;

  constructor(root: string, { now = Date.UTC(2026, 10, 21, 12) } = {}) {
    const file = join(root, "opencode.db");
    this.path = join(file, SESSION);
    this.#now = now;
    this.#database = new (loadSqlite())(file);
    this.#database.exec(`
      create table session (id text primary key, revert text, time_updated integer not null);
      create table message (id text primary key, session_id text not null, time_created integer not null, data text not null);
      create table part (id text primary key, message_id text not null, data text not null);
      insert into session values ('${SESSION}', null, 0);
    `);
  }

  at(now: number): this {
    this.#now = now;
    return this;
  }

  /** Returns the id of the new message. */
  prompt(text: string): string {
    const { revert } = this.#database.prepare("select revert from session").get() ?? {};
    if (typeof revert === "string") {
      this.#database.prepare("delete from message where id >= ?").run(JSON.parse(revert).messageID);
      this.#database.exec("update session set revert = null");
    }
    return this.#add("user", [{ type: "text", text }]);
  }

  say(text: string, command?: string): this {
    const state = { status: "completed", input: { command }, output: "done" };
    const call = { type: "tool", tool: "bash", callID: randomUUID(), state };
    this.#add("assistant", [...(command ? [call] : []), { type: "text", text }]);
    return this;
  }

  /** Like `/undo`, or `/redo` with null. */
  revert(messageID: string | null, now = this.#now): void {
    const value = messageID === null ? null : JSON.stringify({ messageID, snapshot: "", diff: "" });
    this.#database.prepare("update session set revert = ?, time_updated = ?").run(value, now);
  }

  close(): void {
    this.#database.close();
  }

  #add(role: string, parts: readonly object[]): string {
    this.#now += 1_000;
    this.#count += 1;
    const id = `msg_${String(this.#count).padStart(4, "0")}`;
    const data = JSON.stringify({ role, time: { created: this.#now } });
    this.#database.prepare("insert into message values (?, ?, ?, ?)").run(id, SESSION, this.#now, data);
    for (const [place, part] of parts.entries())
      this.#database
        .prepare("insert into part values (?, ?, ?)")
        .run(`prt_${id}_${place}`, id, JSON.stringify(part));
    return id;
  }
}
