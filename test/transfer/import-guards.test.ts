import { appendFileSync, readdirSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { remember } from "../../src/memory/operations/remember.ts";
import { AgentSession } from "../support/agent-session.ts";
import { exported, forge, imported, type Machine, NATIVE, withTwoMachines, work } from "./two-machines.ts";

const PLAIN = { plain: true };
const OPEN = {};

test("a session that is running here stays as it is, and so does its conversation", () =>
  withTwoMachines(async (laptop, tower) => {
    const { session, transcript } = await work(laptop);
    await imported(tower, (await exported(laptop, PLAIN)).file, OPEN);
    tower.place.clock.now += 60_000;
    const at = { nativeSession: NATIVE, cwd: tower.place.project, pid: process.pid };
    const here = new AgentSession(tower.ctx, tower.place.clock, at);
    await here.start("resume");
    const before = await here.row();
    await session.prompt("One more thing on the laptop.");
    await session.end();
    appendFileSync(transcript, '{"more":true}\n');
    const { file } = await exported(laptop, { ...PLAIN, output: join(laptop.place.root, "two") });
    forge(file, (line) => line.replace(/"lastSeenAt":\d+/, `"lastSeenAt":${before.lastSeenAt + 90_000}`));
    const done = await imported(tower, file, OPEN);
    expect(done.sessions).toMatchObject([{ state: "running" }]);
    expect(done.warnings).toEqual([
      "Session 6f1c2b1e is running here; end it and run this again to complete it.",
    ]);
    expect(await here.row()).toEqual(before);
    expect(done.conversations).toBe(0);
  }));

test("a bundle does not change a session of another project here", () =>
  withTwoMachines(async (laptop, tower) => {
    const { session } = await work(laptop);
    const { file } = await exported(laptop, PLAIN);
    const { id } = await session.row();
    await imported(tower, file, OPEN);
    const mine = await tower.ctx.store.getSession(id);
    if (!mine) throw new Error("nothing was imported");
    const other = await tower.ctx.store.ensureProject({
      id: "prj_other",
      root: "/other",
      name: "other",
      createdAt: 1,
      directory: null,
    });
    await tower.ctx.store.replaceSession({ ...mine, projectId: other.id });
    forge(file, (line) => line.replace(/"lastSeenAt":\d+/, '"lastSeenAt":9999999999999'));
    const done = await imported(tower, file, OPEN);
    expect(done.sessions).toMatchObject([{ state: "foreign" }]);
    expect(done.warnings.join()).toContain("another project");
    expect(await tower.ctx.store.getSession(id)).toMatchObject({
      projectId: other.id,
      lastSeenAt: mine.lastSeenAt,
    });
  }));

const PATH = /"path":"[^"]*"/;
const NATIVE_ID = /"nativeId":"[^"]*"/;

/** Records what was typed into the terminal of the session, without its text. */
async function deliver({ ctx }: Machine): Promise<void> {
  const session = await ctx.store.findSession("claude-code", NATIVE);
  if (!session) throw new Error("nothing was captured");
  await ctx.store.putDelivery({
    id: ctx.newId("dlv"),
    sessionId: session.id,
    incarnation: 1,
    checkpointId: null,
    channel: "terminal",
    chars: 20,
    at: session.lastSeenAt,
    eventId: null,
    arrivedAt: session.lastSeenAt,
    handler: null,
    reply: null,
  });
}

function replaced(what: RegExp, by: string) {
  return (line: string) => line.replace(what, by);
}

test.each<[string, (line: string) => string | string[]]>([
  [
    "a checkpoint of another session",
    (line) => line.replace(/"sessionId":"ses_\w+"/, '"sessionId":"ses_other"'),
  ],
  [
    "a second conversation in one session",
    (line) =>
      line.startsWith('{"type":"conversation"') ? [line, line.replace(PATH, '"path":"other.jsonl"')] : line,
  ],
  [
    "a capture that cannot be read",
    (line) => line.replace('"capture":{', '"capture":{"prompts":7,"other":{').replace(/\}\}$/, "}}}"),
  ],
  ["an agent's id that is an option", replaced(NATIVE_ID, '"nativeId":"--dangerously-skip-permissions"')],
  ["an agent's id that is a path", replaced(NATIVE_ID, '"nativeId":"../../evil"')],
  ["an agent's id with an option behind it", replaced(NATIVE_ID, '"nativeId":"main__--local"')],
  ["an id that is an option", replaced(/"id":"mem_\w+"/, '"id":"--purge"')],
  ["a checkpoint with another kind of id", replaced(/"id":"chk_\w+"/, '"id":"chk_../a"')],
  ["a session after the year 9999", replaced(/"lastSeenAt":\d+/, '"lastSeenAt":8640000000000001')],
  ["a session before 1970", replaced(/"startedAt":\d+/, '"startedAt":-1')],
  ["a time that is none", replaced(/"endedAt":\d+/, '"endedAt":"NaN"')],
  ["a part of a millisecond", replaced(/"lastPromptAt":\d+/, '"lastPromptAt":1.5')],
  [
    "a checkpoint after the year 9999",
    replaced(/"createdAt":\d+,"retention"/, '"createdAt":1e300,"retention"'),
  ],
  ["a prompt at a time that cannot be shown", replaced(/"at":\d+/, '"at":1e300')],
  ["a delivered reply that is no JSON", replaced(/"reply":("[^"]|null)/, '"reply":"{"')],
  ["a delivered reply of another shape", replaced(/"reply":null/, '"reply":"{\\"context\\":5}"')],
  ["a directory that is relative", replaced(/"worktree":"[^"]*"/, '"worktree":"a"')],
])("%s makes a bundle invalid, and nothing is imported", (_name, change) =>
  withTwoMachines(async (laptop, tower) => {
    await work(laptop);
    await remember.call(laptop.ctx, { text: "The ledger is in cents." });
    await deliver(laptop);
    const { file } = await exported(laptop, PLAIN);
    forge(file, change);
    await expect(imported(tower, file, OPEN)).rejects.toMatchObject({ code: "state_corrupt" });
    expect(await tower.ctx.store.stats()).toMatchObject({ sessions: 0, checkpoints: 0 });
  }),
);

test("a conversation comes back completed, and what was redacted on the way is still in it", () =>
  withTwoMachines(async (laptop, tower) => {
    const { transcript } = await work(laptop);
    const token = `ghp_${"Ab3dE6gH9jKlMn0pQrStUvWx".repeat(2).slice(0, 36)}`;
    const secret = `{"type":"user", "uuid":"u2", "parentUuid":"a1", "message":{"role":"user","content":"${token}"}}\n`;
    appendFileSync(transcript, secret);
    const original = readFileSync(transcript, "utf8");
    await imported(tower, (await exported(laptop, PLAIN)).file, OPEN);
    const here = await tower.ctx.store.findSession("claude-code", NATIVE);
    const added = JSON.stringify({ type: "user", uuid: "u3", parentUuid: "u2", cwd: tower.place.project });
    appendFileSync(here?.transcriptPath ?? "", `${added}\n`);
    const back = await exported(tower, PLAIN);
    expect(await imported(laptop, back.file, OPEN)).toMatchObject({ conversations: 1, warnings: [] });
    expect(readFileSync(transcript, "utf8")).toBe(
      `${original}${added.replace(tower.place.project, laptop.place.project)}\n`,
    );
  }));

test("a prompt that begins with a path of the worktree stays as it was typed", () =>
  withTwoMachines(async (laptop, tower) => {
    const { session } = await work(laptop);
    const prompt = `${laptop.place.project}/a.ts: see https://example.com/b and ./c/../d/`;
    await session.start("resume");
    await session.prompt(prompt);
    await session.end();
    await imported(tower, (await exported(laptop, PLAIN)).file, OPEN);
    const here = await tower.ctx.store.findSession("claude-code", NATIVE);
    expect(here?.capture.prompts.at(-1)?.text).toBe(prompt);
    const files = here?.capture.files.map(({ path }) => path);
    expect(files).toEqual([join(tower.place.project, "packages", "b", "list.js")]);
  }));

test("two imports at once leave one whole conversation and no other file", () =>
  withTwoMachines(async (laptop, tower) => {
    const { transcript } = await work(laptop);
    for (let i = 0; i < 2_000; i++)
      appendFileSync(transcript, `${JSON.stringify({ type: "user", uuid: `x${i}`, parentUuid: "a1" })}\n`);
    const { file } = await exported(laptop, PLAIN);
    await Promise.all([imported(tower, file, OPEN), imported(tower, file, OPEN)]);
    const here = await tower.ctx.store.findSession("claude-code", NATIVE);
    const path = here?.transcriptPath ?? "";
    expect(readFileSync(path, "utf8").split("\n")).toHaveLength(2_003);
    expect(readdirSync(dirname(path))).toHaveLength(1);
  }));

test("a bundle that is nested deeper than the stack is refused, and nothing is imported", () =>
  withTwoMachines(async (laptop, tower) => {
    await work(laptop);
    const { file } = await exported(laptop, { plain: true });
    const deep = `${"[".repeat(50_000)}${"]".repeat(50_000)}`;
    forge(file, (line) => line.replace('"capture":{', `"capture":{"deep":${deep},`));
    await expect(imported(tower, file, {})).rejects.toMatchObject({ code: "state_corrupt" });
    expect(await tower.ctx.store.listSessions({ limit: 10 })).toEqual([]);
  }));

test("a session that claims all directories of its machine is continued in the clone", () =>
  withTwoMachines(async (laptop, tower) => {
    await work(laptop);
    const { file } = await exported(laptop, PLAIN);
    forge(file, (line) =>
      line.startsWith('{"type":"session"')
        ? line
            .replace(/"worktree":"[^"]*"/, '"worktree":"/"')
            .replace(/"cwd":"[^"]*"/, '"cwd":"/tmp/evil"')
            .replace(/"startedIn":"[^"]*"/, '"startedIn":"/tmp/x/../evil"')
        : line,
    );
    await imported(tower, file, OPEN);
    const { project } = tower.place;
    expect(await tower.ctx.store.findSession("claude-code", NATIVE)).toMatchObject({
      worktree: project,
      cwd: join(project, "tmp/evil"),
      startedIn: join(project, "tmp/evil"),
    });
  }));

test("a session with an id that no other machine accepts stays here, and the export says so", () =>
  withTwoMachines(async (laptop, tower) => {
    const { session } = await work(laptop);
    const odd = new AgentSession(laptop.ctx, laptop.place.clock, { nativeSession: "--odd" });
    await odd.prompt("Sort the invoices.");
    const { file, sessions, leftOut } = await exported(laptop, { plain: true, files: true });
    expect({ sessions, leftOut }).toEqual({ sessions: 1, leftOut: 1 });
    expect(await imported(tower, file, OPEN)).toMatchObject({ sessions: [{ state: "new" }] });
    expect(await tower.ctx.store.getSession((await session.row()).id)).toBeDefined();
  }));

test("a line of a conversation that is nested too deep travels as text, without its secrets", () =>
  withTwoMachines(async (laptop, tower) => {
    const { transcript } = await work(laptop);
    const token = `ghp_${"Ab3dE6gH9jKlMn0pQrStUvWx".repeat(2).slice(0, 36)}`;
    const deep = (text: string) =>
      `{"cwd":"${laptop.place.project}","a":${"[".repeat(20_000)}"${text}"${"]".repeat(20_000)}}`;
    appendFileSync(transcript, `${deep("x")}\n${deep(token)}\n`);
    const { file } = await exported(laptop, PLAIN);
    expect(await imported(tower, file, OPEN)).toMatchObject({ conversations: 1, warnings: [] });
    const here = await tower.ctx.store.findSession("claude-code", NATIVE);
    const [plain, secret] = readFileSync(here?.transcriptPath ?? "", "utf8")
      .split("\n")
      .slice(-3);
    expect(plain).toBe(deep("x"));
    expect(secret).toMatch(/^\{"cwd":"[^"]*","a":\[{20000}.*\]{20000}\}$/);
    expect(secret).not.toContain(token);
    expect(await imported(tower, file, OPEN)).toMatchObject({ conversations: 0, warnings: [] });
  }));
