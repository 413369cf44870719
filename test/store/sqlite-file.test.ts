import { execFile } from "node:child_process";
import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { openStore } from "../../src/store/open-store.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { sampleCheckpoint } from "../../src/testing/sample-records.ts";
import { shareCodeCache } from "../support/share-code-cache.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-file-"));
  file = join(folder, "state", "holdfast.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const open = (busyTimeoutMs = 5_000) => openStore({ file, busyTimeoutMs, childKeys: sampleChildKeys });
const raw = () => openDatabase({ file, busyTimeoutMs: 0 });

/** The locks that this process holds on a file. */
function locksOn(path: string): string[] {
  const held = new RegExp(` ${process.pid} \\S+:${statSync(path).ino} `);
  return readFileSync("/proc/locks", "utf8")
    .split("\n")
    .filter((line) => held.test(line));
}

describe("the database file", () => {
  test("SEC-S17: is private from the first moment", async () => {
    const store = await open();
    expect(statSync(file).mode & 0o777).toBe(0o600);
    expect(statSync(join(folder, "state")).mode & 0o777).toBe(0o700);
    await store.close();
  });

  test("R-M3 R-P7: a newer database is rejected, and no byte of it changes", async () => {
    await (await open()).close();
    const db = raw();
    db.exec("pragma user_version = 99");
    db.close();
    const before = readFileSync(file);
    await expect(open()).rejects.toMatchObject({
      code: "store_newer",
      message: expect.stringContaining("99"),
    });
    expect(readFileSync(file).equals(before)).toBe(true);
  });

  test("R-M3: a newer database that a crash left with its log is rejected, and neither file nor log changes", async () => {
    await (await open()).close();
    const db = raw();
    db.exec("pragma user_version = 99");
    // As after a crash: the log is not merged into the file, and no connection is open.
    const crashed = join(folder, "crashed.db");
    for (const end of ["", "-wal"]) copyFileSync(file + end, crashed + end);
    db.close();
    const read = () => [readFileSync(crashed), readFileSync(`${crashed}-wal`)];
    const before = read();
    const opening = openStore({ file: crashed, childKeys: sampleChildKeys });
    await expect(opening).rejects.toMatchObject({ code: "store_newer" });
    expect(read()).toEqual(before);
  });

  test("R-M4: if many processes open a new database at once, one migrates and all can use it", async () => {
    const script = fileURLToPath(new URL("../../dist/main.cjs", import.meta.url));
    const env = { PATH: process.env["PATH"] ?? "", HOME: folder, HOLDFAST_HOME: join(folder, "state") };
    shareCodeCache(env.HOLDFAST_HOME);
    const run = promisify(execFile);
    const save = () => run(process.execPath, [script, "save", "--json"], { env, cwd: folder });
    const saved = await Promise.all(Array.from({ length: 6 }, save));
    const ids = saved.map(({ stdout }) => (JSON.parse(stdout) as { id: string }).id);
    const store = await open();
    expect((await store.listCheckpoints({ limit: 10 })).map(({ id }) => id).sort()).toEqual(ids.sort());
    await store.close();
  });

  test.runIf(existsSync("/proc/locks"))(
    "R-P1: a process that opens the file twice keeps its lock, without which an older SQLite removes the log",
    async () => {
      const first = await open();
      expect(locksOn(file)).toHaveLength(1);
      const second = await open();
      expect(locksOn(file)).toHaveLength(1);
      for (const store of [first, second]) await store.close();
    },
  );

  test("R-Q2: a lock held by another process is reported as busy, within the timeout", async () => {
    const store = await open(100);
    const db = raw();
    db.exec("begin exclusive");
    const save = store.saveCheckpoint(sampleCheckpoint(), new Map());
    await expect(save).rejects.toMatchObject({ code: "store_busy" });
    db.exec("rollback");
    await store.saveCheckpoint(sampleCheckpoint(), new Map());
    db.close();
    await store.close();
  });

  test("concurrent saves are all acknowledged", async () => {
    const store = await open();
    const saves = Array.from({ length: 20 }, () => store.saveCheckpoint(sampleCheckpoint(), new Map()));
    await Promise.all(saves);
    expect(await store.listCheckpoints({ limit: 50 })).toHaveLength(20);
    await store.close();
  });

  test("R-Q8 R-P8: a file that is not a database is rejected and never changed", async () => {
    await (await open()).close();
    const garbage = Buffer.alloc(8_192, "not a database ");
    // A remaining log would restore the pages.
    for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
    writeFileSync(file, garbage);
    await expect(open()).rejects.toMatchObject({ code: "store_unavailable" });
    expect(readFileSync(file).equals(garbage)).toBe(true);
  });

  test.each([
    ["session_id = ?", "session"],
    ["project_id = ?", "project"],
    ["worktree = ?", "worktree"],
    ["workflow_id = ?", "workflow"],
    ["project_id = ? and name = ?", "name"],
  ])("S8: a list filtered by %s is read in order from an index", async (asked, index) => {
    await (await open()).close();
    const db = raw();
    const list = `select * from checkpoints where ${asked} and trashed_at is null order by created_at desc, seq desc limit ?`;
    const plan = db.prepare(`explain query plan ${list}`).all();
    const steps = plan.map((step) => String((step as { detail: string }).detail));
    const search = new RegExp(`^SEARCH checkpoints USING .*INDEX checkpoints_by_${index} `);
    expect(steps).toEqual([expect.stringMatching(search)]);
    db.close();
  });

  test("a log that readers kept from restarting is truncated between the slices of a deletion", async () => {
    const store = await open();
    await store.saveCheckpoint(sampleCheckpoint(), new Map());
    const reader = raw();
    reader.exec("begin");
    reader.prepare("select count(*) from checkpoints").get();
    for (let i = 0; i < 18; i++) {
      const node = { key: i.toString(16).padStart(64, "0"), bytes: Buffer.alloc(1_000_000, i) };
      await store.saveCheckpoint(sampleCheckpoint(), new Map([[node.key, node.bytes]]));
    }
    reader.exec("commit");
    reader.close();
    const log = () => statSync(`${file}-wal`).size;
    expect(log()).toBeGreaterThan(18_000_000);
    for (let i = 0; i < 4; i++) await store.deleteCheckpoints(["chk_none"]);
    expect(log()).toBeLessThan(1_000_000);
    await store.close();
  });

  test("R-P1: the settings for durability are in effect: each commit is synced", async () => {
    await (await open()).close();
    const db = raw();
    const value = (name: string) => Object.values(db.prepare(`pragma ${name}`).get() ?? {})[0];
    expect([value("journal_mode"), value("synchronous"), value("auto_vacuum")]).toEqual(["wal", 2, 2]);
    db.close();
  });
});
