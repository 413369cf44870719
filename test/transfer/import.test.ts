import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { exported, git, imported, NATIVE, withTwoMachines, work } from "./two-machines.ts";

const PLAIN = { plain: true };
const OPEN = {};
const NEXT = JSON.stringify({
  type: "user",
  uuid: "u2",
  parentUuid: "a1",
  isSidechain: false,
  timestamp: "2026-11-21T12:00:20.000Z",
  message: { role: "user", content: "Now sort the list by date." },
});

test("importing a bundle twice changes nothing the second time", () =>
  withTwoMachines(async (laptop, tower) => {
    await work(laptop);
    const { file } = await exported(laptop, PLAIN);
    await imported(tower, file, OPEN);
    const before = await tower.ctx.store.stats();
    const again = await imported(tower, file, OPEN);
    expect(again).toMatchObject({ checkpoints: 0, conversations: 0, notes: 0, warnings: [] });
    expect(again.sessions).toMatchObject([{ state: "kept" }]);
    expect(await tower.ctx.store.stats()).toEqual(before);
  }));

test("work that was continued here is not overwritten by an older bundle", () =>
  withTwoMachines(async (laptop, tower) => {
    await work(laptop);
    const { file } = await exported(laptop, PLAIN);
    await imported(tower, file, OPEN);
    const here = await tower.ctx.store.findSession("claude-code", NATIVE);
    if (!here) throw new Error("nothing was imported");
    await tower.ctx.store.replaceSession({ ...here, lastSeenAt: here.lastSeenAt + 1, promptCount: 9 });
    appendFileSync(here.transcriptPath ?? "", '{"more":true}\n');
    expect(await imported(tower, file, OPEN)).toMatchObject({ conversations: 0, warnings: [] });
    expect(await tower.ctx.store.getSession(here.id)).toMatchObject({ promptCount: 9 });
    expect(readFileSync(here.transcriptPath ?? "", "utf8")).toContain('"more"');
  }));

test("a conversation that went on on both machines is kept as it is here, and the import says so", () =>
  withTwoMachines(async (laptop, tower) => {
    const { transcript } = await work(laptop);
    await imported(tower, (await exported(laptop, PLAIN)).file, OPEN);
    const here = await tower.ctx.store.findSession("claude-code", NATIVE);
    appendFileSync(here?.transcriptPath ?? "", '{"here":true}\n');
    appendFileSync(transcript, `${NEXT}\n`);
    const { file } = await exported(laptop, { ...PLAIN, output: join(laptop.place.root, "two") });
    expect(await imported(tower, file, OPEN)).toMatchObject({
      conversations: 0,
      warnings: [`The conversation ${NATIVE} was continued here; that one was kept.`],
    });
    expect(readFileSync(here?.transcriptPath ?? "", "utf8")).toContain('"here"');
  }));

test("a newer bundle brings what was done since, also to the conversation", () =>
  withTwoMachines(async (laptop, tower) => {
    const { session, transcript } = await work(laptop);
    await imported(tower, (await exported(laptop, PLAIN)).file, OPEN);
    await session.start("resume");
    await session.prompt("Now sort the list by date.");
    await session.end();
    appendFileSync(transcript, `${NEXT}\n`);
    const { file } = await exported(laptop, {
      ...PLAIN,
      output: join(laptop.place.root, "two"),
    });
    expect((await imported(tower, file, OPEN)).sessions).toMatchObject([{ state: "newer" }]);
    const here = await tower.ctx.store.findSession("claude-code", NATIVE);
    expect(here?.capture.prompts.at(-1)?.text).toContain("sort the list");
    expect(readFileSync(here?.transcriptPath ?? "", "utf8")).toContain('"u2"');
  }));

test("a dry run shows what would come and writes nothing", () =>
  withTwoMachines(async (laptop, tower) => {
    await work(laptop);
    const { file, checkpoints } = await exported(laptop, PLAIN);
    const shown = await imported(tower, file, { dryRun: true });
    expect(shown).toMatchObject({ dryRun: true, checkpoints, conversations: 1 });
    expect((await tower.ctx.store.stats()).sessions).toBe(0);
  }));

test.each([
  ["a wrong passphrase", { passphrase: "another one" }, "Check the passphrase"],
  ["no passphrase", OPEN, "Set HOLDFAST_PASSPHRASE"],
])("%s opens nothing and changes nothing", (_name, keys, next) =>
  withTwoMachines(async (laptop, tower) => {
    await work(laptop);
    const { file } = await exported(laptop);
    await expect(imported(tower, file, keys)).rejects.toMatchObject({
      code: "unauthorized",
      next: expect.stringContaining(next),
    });
    expect(await tower.ctx.store.stats()).toMatchObject({ sessions: 0, checkpoints: 0 });
  }),
);

test("without a passphrase, a key or a decision against it, nothing is exported", () =>
  withTwoMachines(async (laptop) => {
    await work(laptop);
    await expect(exported(laptop, {})).rejects.toMatchObject({ code: "invalid_input" });
    await expect(exported(laptop, { passphrase: "short" })).rejects.toThrow("too short");
  }));

/** Changes the lines of an unencrypted bundle. */
function edit(file: string, change: (text: string) => string): void {
  writeFileSync(file, gzipSync(change(gunzipSync(readFileSync(file)).toString())));
}

test.each<[string, (file: string) => void, string]>([
  ["cut off", (file) => truncateSync(file, 900), "state_corrupt"],
  [
    "changed in one place",
    (file) => edit(file, (text) => text.replace("pagination", "paginating")),
    "state_corrupt",
  ],
  [
    "without its end",
    (file) => edit(file, (text) => text.replace(/\{"type":"end".*\n$/, "")),
    "state_corrupt",
  ],
  [
    "of a newer version",
    (file) => edit(file, (text) => text.replace('"version":1', '"version":9')),
    "store_newer",
  ],
  ["no bundle", (file) => writeFileSync(file, "hello"), "invalid_input"],
  ["missing", (file) => rmSync(file), "not_found"],
])("a file that is %s imports nothing", (_name, damage, code) =>
  withTwoMachines(async (laptop, tower) => {
    await work(laptop);
    const { file } = await exported(laptop, PLAIN);
    damage(file);
    await expect(imported(tower, file, OPEN)).rejects.toMatchObject({ code });
    expect(await tower.ctx.store.stats()).toMatchObject({ sessions: 0, checkpoints: 0, nodes: 0 });
  }),
);

test("a bundle is refused in another project and in a fork, unless a directory is named", () =>
  withTwoMachines(async (laptop, tower) => {
    await work(laptop);
    const { file } = await exported(laptop, PLAIN);
    git(tower.place.project, "remote", "set-url", "origin", "https://github.com/eve/shop");
    await expect(imported(tower, file, OPEN)).rejects.toThrow("is a fork of it");
    const elsewhere = join(tower.place.root, "elsewhere");
    mkdirSync(elsewhere);
    tower.ctx.caller.cwd = elsewhere;
    await expect(imported(tower, file, OPEN)).rejects.toThrow("cannot be recognized as the same project");
    expect(await imported(tower, file, { into: elsewhere })).toMatchObject({ directory: elsewhere });
  }));

test("the age tool reads a bundle, and a bundle for an age key is opened with it", () =>
  withTwoMachines(async (laptop, tower) => {
    await work(laptop);
    const { generateX25519Identity, identityToRecipient, Decrypter } = await import("age-encryption");
    const secret = await generateX25519Identity();
    const { file } = await exported(laptop, { recipients: [await identityToRecipient(secret)] });
    const identity = join(tower.place.root, "key.txt");
    writeFileSync(identity, `# created: today\n${secret}\n`);
    expect(await imported(tower, file, { identity })).toMatchObject({ conversations: 1 });
    const decrypter = new Decrypter();
    decrypter.addIdentity(secret);
    const plain = gunzipSync(await decrypter.decrypt(readFileSync(file)));
    expect(plain.toString()).toContain("pagination");
    expect(gunzipSync(execFileSync("age", ["-d", "-i", identity, file]))).toEqual(plain);
  }));

test("secrets that were in the conversation are redacted in the bundle", () =>
  withTwoMachines(async (laptop) => {
    const { transcript } = await work(laptop);
    const token = `ghp_${"Ab3dE6gH9jKlMn0pQrStUvWx".repeat(2).slice(0, 36)}`;
    const line = JSON.stringify({ type: "user", uuid: "u2", message: { role: "user", content: token } });
    appendFileSync(transcript, `${line}\n`);
    const { file } = await exported(laptop, PLAIN);
    const text = gunzipSync(readFileSync(file)).toString();
    expect(text).toContain("u2");
    expect(text).not.toContain(token);
  }));
