import { execFile } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listSetAside } from "../../src/files/set-aside.ts";
import { openStore } from "../../src/store/open-store.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { sampleCheckpoint } from "../../src/testing/sample-records.ts";
import { shareCodeCache } from "../support/share-code-cache.ts";

const NOW = Date.UTC(2026, 10, 22, 3);
const script = fileURLToPath(new URL("../../dist/main.cjs", import.meta.url));

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-damage-"));
  file = join(folder, "holdfast.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (replaceDamaged = true) =>
  openStore({ file, childKeys: sampleChildKeys, replaceDamaged, clock: () => NOW });

async function listed(): Promise<string[]> {
  const store = await open();
  const found = await store.listCheckpoints({ limit: 50 });
  await store.close();
  return found.map(({ id }) => id);
}

async function saved(): Promise<string> {
  const store = await open();
  const checkpoint = sampleCheckpoint();
  await store.saveCheckpoint(checkpoint, new Map());
  await store.close();
  // The store's connection closes only when its statements are garbage-collected.
  const db = openDatabase({ file, busyTimeoutMs: 0 });
  db.exec("pragma wal_checkpoint(truncate)");
  db.close();
  return checkpoint.id;
}

/** Creates a database with a log as after a crash, from a copy of both files while a connection is open. */
async function crashed(): Promise<void> {
  await saved();
  const db = openDatabase({ file, busyTimeoutMs: 0 });
  db.exec("update checkpoints set name = 'late'");
  for (const end of ["", "-wal"]) copyFileSync(file + end, `${file}${end}.copy`);
  db.close();
  for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
  for (const end of ["", "-wal"]) {
    copyFileSync(`${file}${end}.copy`, file + end);
    rmSync(`${file}${end}.copy`);
  }
}

const read = (path: string) => (existsSync(path) ? readFileSync(path) : Buffer.alloc(0));

const withoutLog = () => {
  for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
};

const DAMAGES: readonly (readonly [string, () => void, RegExp])[] = [
  ["empty beside its log", () => truncateSync(file, 0), /was empty \(0 bytes\)/],
  ["of one byte", () => writeFileSync(file, "x"), /was truncated \(1 bytes\)/],
  ["missing beside its log", () => rmSync(file), /was missing, but its log was not/],
  [
    "without its header",
    () => (withoutLog(), writeFileSync(file, Buffer.alloc(8_192))),
    /was not a readable/,
  ],
  [
    "garbage",
    () => (withoutLog(), writeFileSync(file, Buffer.alloc(8_192, "not a database "))),
    /was not a readable/,
  ],
  ["cut after its first page", () => (withoutLog(), truncateSync(file, 4_096)), /was not a readable/],
];

test("R-P8: a directory in place of the database is set aside with its contents", async () => {
  rmSync(file, { force: true });
  mkdirSync(file);
  writeFileSync(join(file, "notes"), "kept");
  expect(await listed()).toEqual([]);
  const [aside] = listSetAside(file);
  expect(aside?.note).toMatch(/was a directory/);
  expect(readFileSync(join(aside?.path ?? "", "notes"), "utf8")).toBe("kept");
});

describe("a damaged database file", () => {
  test.each(DAMAGES)(
    "R-P8 R-Q8: a file that is %s is set aside with all its bytes",
    async (_, damage, cause) => {
      await crashed();
      damage();
      const before = ["", "-wal"].map((end) => read(file + end));
      expect(await listed()).toEqual([]);
      const [aside, ...more] = listSetAside(file);
      expect(more).toEqual([]);
      expect(aside?.path).toBe(`${file}.damaged-20261122T030000000Z`);
      expect(aside?.note).toMatch(cause);
      expect(aside?.note).toContain("no backup");
      const kept = ["", "-wal"].map((end) => read(`${aside?.path}${end}`));
      expect(kept).toEqual(before);
      const id = await saved();
      expect(await listed()).toEqual([id]);
      expect(listSetAside(file)).toHaveLength(1);
      expect(readdirSync(folder).filter((name) => /draft|ready/.test(name))).toEqual([]);
    },
  );

  test("R-P8: the newest readable backup replaces it", async () => {
    const id = await saved();
    copyFileSync(file, `${file}.before-v7`);
    await saved();
    writeFileSync(`${file}.before-v8`, "garbage");
    truncateSync(file, 0);
    expect(await listed()).toEqual([id]);
    expect(listSetAside(file)).toEqual([
      expect.objectContaining({
        note: expect.stringContaining("replaced with the backup holdfast.db.before-v7"),
      }),
    ]);
    expect(existsSync(`${file}.before-v7`)).toBe(true);
  });

  test("R-P8: a crash between setting aside and replacing loses no backup", async () => {
    const id = await saved();
    // The replacement is complete before the damaged file is renamed.
    copyFileSync(file, `${file}.ready`);
    rmSync(file);
    expect(await listed()).toEqual([id]);
    expect(existsSync(`${file}.ready`)).toBe(false);
  });

  test("R-P8: without replaceDamaged a damaged file is rejected and not changed", async () => {
    writeFileSync(file, "");
    await expect(open(false)).rejects.toMatchObject({
      code: "store_unavailable",
      message: expect.stringMatching(/was empty .*not changed/),
    });
    expect(readFileSync(file)).toHaveLength(0);
    expect(listSetAside(file)).toEqual([]);
  });

  test("R-P8: a backup of a newer version is not restored, and a newer database is not damage", async () => {
    await saved();
    const db = openDatabase({ file, busyTimeoutMs: 0 });
    db.exec("pragma user_version = 99; pragma wal_checkpoint(truncate)");
    db.close();
    await expect(open()).rejects.toMatchObject({ code: "store_newer" });
    copyFileSync(file, `${file}.before-v100`);
    truncateSync(file, 0);
    expect(await listed()).toEqual([]);
  });

  test("R-M4 R-P8: if many processes find the damage at once, one sets the file aside and no save is lost", async () => {
    const state = join(folder, "state");
    const env = { PATH: process.env["PATH"] ?? "", HOME: folder, HOLDFAST_HOME: state };
    shareCodeCache(state);
    const holdfast = (...words: string[]) =>
      promisify(execFile)(process.execPath, [script, ...words], { env, cwd: folder });
    const earlier = JSON.parse((await holdfast("save", "--json")).stdout) as { id: string };
    const database = join(state, "holdfast.db");
    copyFileSync(database, `${database}.before-v9`);
    truncateSync(database, 0);
    const runs = await Promise.all(Array.from({ length: 6 }, () => holdfast("save", "--json")));
    const ids = runs.map(({ stdout }) => (JSON.parse(stdout) as { id: string }).id);
    const { stdout, stderr } = await holdfast("list", "--limit", "20", "--json");
    const found = (JSON.parse(stdout) as { checkpoints: { id: string }[] }).checkpoints.map(({ id }) => id);
    expect(found.toSorted()).toEqual([earlier.id, ...ids].toSorted());
    expect(listSetAside(database)).toHaveLength(1);
    expect(stderr).toMatch(/^holdfast: .*holdfast\.db was empty .*replaced with the backup .*move or delete/);
  });
});
