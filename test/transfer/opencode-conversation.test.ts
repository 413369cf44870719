import { readdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { continueOperation } from "../../src/transfer/operations/continue.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type Conversations, databaseIn, installOpenCode, withConversations } from "./fake-opencode.ts";
import { exported, forge, imported, type Machine, withTwoMachines } from "./two-machines.ts";

const SESSION = "ses_de2b8f6a3ffe9pmBPof1lx2KFp";
const AT = Date.UTC(2026, 10, 21, 12);
const SECRET = `ghp_${"Ab3dEf6hIj9lMn2pQr5tUv8xYz1bCd4fGh7j"}`;

interface Said {
  id: string;
  text: string;
  more?: object;
}

const PROMPT: Said = { id: "21d470b7e001vHUsiBHinFV3XV", text: `Sort the list with ${SECRET}.` };
const ANSWER: Said = {
  id: "21d472c62001V303eJEReu8x0Y",
  text: "The list is sorted.",
  more: { parentID: `msg_${PROMPT.id}`, path: { cwd: "/there", root: "/there" } },
};

function say(database: Conversations, { id, text, more }: Said, at = AT): void {
  const role = more ? "assistant" : "user";
  const data = JSON.stringify({ role, time: { created: at }, ...more });
  database.prepare("insert into message values (?, ?, ?, ?, ?)").run(`msg_${id}`, SESSION, at, at, data);
  const part = database.prepare("insert into part values (?, ?, ?, ?)");
  part.run(`prt_${id}`, `msg_${id}`, SESSION, JSON.stringify({ type: "text", text }));
  if (!more) return;
  const state = { status: "completed", input: { command: "sort" }, output: "", title: "", metadata: {} };
  part.run(
    `prt_${id}b`,
    `msg_${id}`,
    SESSION,
    JSON.stringify({ type: "tool", tool: "bash", callID: "call_Zk3mQ8vTn2Lp6RxW9sYd", state }),
  );
  const signed = { type: "reasoning", text: "Hm.", metadata: { anthropic: { signature: "c2lnbmVk" } } };
  part.run(`prt_${id}c`, `msg_${id}`, SESSION, JSON.stringify(signed));
}

/** A session of OpenCode with a conversation in the client's database. */
async function talk({ ctx, place }: Machine): Promise<AgentSession> {
  withConversations(homeOf(place), (database) => {
    database
      .prepare(
        "insert into session (id, project_id, slug, directory, title, version, permission, share_url, time_created, time_updated) values (?, 'there', 'calm-river', ?, 'Sorting', '1.18.33', ?, 'https://share.example/x', ?, ?)",
      )
      .run(
        SESSION,
        place.project,
        JSON.stringify([{ permission: "bash", pattern: "*", action: "allow" }]),
        AT,
        AT,
      );
    for (const [i, said] of [PROMPT, ANSWER].entries()) say(database, said, AT + i);
  });
  const transcriptPath = join(databaseIn(homeOf(place)), SESSION);
  const base = { agent: "opencode" as const, nativeSession: SESSION, cwd: place.project, transcriptPath };
  const session = new AgentSession(ctx, place.clock, base);
  await session.start();
  await session.prompt("Sort the list.");
  await session.stop("The list is sorted.");
  await session.end();
  return session;
}

function homeOf({ root }: Machine["place"]): string {
  return join(root, "home");
}

/** The same machine with the client on its `PATH`. */
async function withClient({ place }: Machine): Promise<Machine> {
  const PATH = `${installOpenCode(place.root)}:${process.env["PATH"]}`;
  return { place, ctx: await place.open({}, { env: { PATH, HOME: homeOf(place) } }) };
}

function rowsOf({ place }: Machine) {
  return withConversations(homeOf(place), (database) => {
    const all = (sql: string) => database.prepare(sql).all() as Record<string, string>[];
    return {
      sessions: all("select directory, title, permission, share_url from session"),
      messages: all("select id, session_id, data from message order by id"),
      parts: all("select id, message_id, session_id, data from part order by id"),
    };
  });
}

test("a conversation of OpenCode is added by the client itself, in the clone, without secrets and permissions", () =>
  withTwoMachines(async (laptop, there) => {
    const tower = await withClient(there);
    await talk(laptop);
    const { file, conversations } = await exported(laptop, { plain: true });
    expect(conversations).toBe(1);
    expect(await imported(tower, file, {})).toMatchObject({ conversations: 1, warnings: [] });
    const { project } = tower.place;
    const { chosen } = await continueOperation.call(tower.ctx, { id: SESSION });
    const command = ["opencode", "--session", SESSION];
    expect(chosen).toMatchObject({ mode: "conversation", command, directory: project });
    const [one, other] = [rowsOf(laptop), rowsOf(tower)];
    expect(other.sessions).toEqual([
      { directory: project, title: "Sorting", permission: null, share_url: null },
    ]);
    const ids = (rows: Record<string, string>[]) => rows.map(({ data: _, ...row }) => row);
    expect(ids(other.messages)).toEqual(ids(one.messages));
    expect(ids(other.parts)).toEqual(ids(one.parts));
    const data = [...other.messages, ...other.parts].map((row) => row["data"]).join("\n");
    expect(data).not.toContain(SECRET);
    expect(data).not.toContain("/there");
    expect(data).not.toContain("signature");
    for (const kept of [
      "Sort the list",
      "call_Zk3mQ8vTn2Lp6RxW9sYd",
      `"parentID":"msg_${PROMPT.id}"`,
      project,
    ])
      expect(data).toContain(kept);
    expect(readdirSync(dirname(tower.ctx.paths.database)).join()).not.toContain("partial");
    expect(await imported(tower, file, {})).toMatchObject({ conversations: 0, warnings: [] });
  }));

test("what was said since is added, and a conversation that goes on differently here is kept", () =>
  withTwoMachines(async (laptop, there) => {
    const tower = await withClient(there);
    const session = await talk(laptop);
    await imported(tower, (await exported(laptop, { plain: true })).file, {});
    withConversations(homeOf(laptop.place), (database) =>
      say(database, { id: "21d4770bd001lCSCV8hFL7vQM5", text: "And by name." }, AT + 5),
    );
    await session.prompt("And by name.");
    await session.end();
    const second = join(laptop.place.root, "second.holdfast");
    await exported(laptop, { plain: true, output: second });
    expect(await imported(tower, second, {})).toMatchObject({ conversations: 1, warnings: [] });
    expect(rowsOf(tower).messages).toHaveLength(3);

    for (const [machine, id] of [
      [laptop, "21d4770bd002aaaaaaaaaaaaaa"],
      [tower, "21d4770bd003bbbbbbbbbbbbbb"],
    ] as const)
      withConversations(homeOf(machine.place), (database) => say(database, { id, text: "Now." }, AT + 9));
    const third = join(laptop.place.root, "third.holdfast");
    await exported(laptop, { plain: true, output: third });
    const { conversations, warnings } = await imported(tower, third, {});
    expect(conversations).toBe(0);
    expect(warnings.join()).toContain("was continued here; that one was kept");
    expect(rowsOf(tower).messages).toHaveLength(4);
  }));

test("where OpenCode is not installed, the import says so, and the session goes on with the record", () =>
  withTwoMachines(async (laptop, tower) => {
    await talk(laptop);
    const { file } = await exported(laptop, { plain: true });
    const { conversations, warnings } = await imported(tower, file, {});
    expect(conversations).toBe(0);
    expect(warnings).toEqual([expect.stringContaining("needs `opencode`, which is not on the PATH here")]);
    const { chosen } = await continueOperation.call(tower.ctx, { id: SESSION });
    expect(chosen).toMatchObject({ mode: "record" });
  }));

test("a forged conversation reaches no other session, and one that the client refuses is reported", () =>
  withTwoMachines(async (laptop, there) => {
    const tower = await withClient(there);
    await talk(laptop);
    const { file } = await exported(laptop, { plain: true });
    forge(file, (line) =>
      line.replaceAll(
        '\\"type\\":\\"text\\"',
        '\\"type\\":\\"text\\",\\"messageID\\":\\"msg_other\\",\\"sessionID\\":\\"ses_other\\"',
      ),
    );
    expect(await imported(tower, file, {})).toMatchObject({ conversations: 1, warnings: [] });
    for (const { session_id, message_id } of rowsOf(tower).parts) {
      expect(session_id).toBe(SESSION);
      expect(message_id).not.toBe("msg_other");
    }
    withConversations(homeOf(there.place), (database) =>
      database.exec("delete from session; delete from message; delete from part"),
    );
    forge(file, (line) => line.replaceAll("calm-river", ""));
    const { conversations, warnings } = await imported(tower, file, {});
    expect(conversations).toBe(0);
    expect(warnings.join()).toMatch(/was not taken over by `opencode`: .*Missing key slug/);
  }));
