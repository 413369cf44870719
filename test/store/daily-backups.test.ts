import {
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { listBackups } from "../../src/files/backups.ts";
import { listSetAside } from "../../src/files/set-aside.ts";
import type { Store } from "../../src/kernel/storage/store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { openDatabase } from "../../src/store/sqlite/database.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { sampleCheckpoint } from "../../src/testing/sample-records.ts";
import { lockDatabase } from "../support/lock-database.ts";

const DAY = 86_400_000;
const YEAR = 365 * DAY;

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-backups-"));
  file = join(folder, "holdfast.db");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function withStore<T>(work: (store: Store) => Promise<T>): Promise<T> {
  const store = await openStore({
    file,
    childKeys: sampleChildKeys,
    replaceDamaged: true,
    clock: () => Date.now() + YEAR,
  });
  try {
    return await work(store);
  } finally {
    await store.close();
  }
}

async function saveOne(store: Store): Promise<string> {
  const checkpoint = sampleCheckpoint();
  await store.saveCheckpoint(checkpoint, new Map());
  return checkpoint.id;
}

/** Merges the log into the file and makes the file unusable. */
function damage(): void {
  const db = openDatabase({ file, busyTimeoutMs: 0 });
  db.exec("pragma wal_checkpoint(truncate)");
  db.close();
  for (const end of ["-wal", "-shm"]) rmSync(file + end, { force: true });
  writeFileSync(file, Buffer.alloc(8_192, "not a database "));
}

const idsIn = (store: Store) =>
  store.listCheckpoints({ limit: 50 }).then((found) => found.map(({ id }) => id));

describe("daily backups", () => {
  test("R-P8: a backup is made once a day if something was written, and the newest are kept", () =>
    withStore(async (store) => {
      const start = Date.now();
      await saveOne(store);
      const made = await store.keepBackups(3, start);
      await saveOne(store);
      expect(await store.keepBackups(3, start + DAY - 1)).toEqual({ type: "not due" });
      const [first] = listBackups(file, start + 1);
      expect(made).toEqual({ type: "made", path: first?.path });
      expect(statSync(first?.path ?? "").mode & 0o777).toBe(0o600);
      const dates = [2 * DAY, 3 * DAY, 4 * DAY].map((later) => new Date(start - 9 * DAY + later));
      for (const date of dates)
        writeFileSync(`${file}.backup-${date.toISOString().replaceAll(/[-:.]/g, "")}`, "older");
      rmSync(first?.path ?? "");
      expect(await store.keepBackups(3, start + 2 * DAY)).toMatchObject({ type: "made" });
      const kept = listBackups(file, start + 2 * DAY).map(({ madeAt }) => madeAt);
      expect(kept).toEqual([start + 2 * DAY, ...dates.toReversed().map(Number).slice(0, 2)]);
    }));

  test("no backup is made without a write since the newest one, or if none are to be kept", () =>
    withStore(async (store) => {
      const now = Date.now() + 1_000;
      expect(await store.keepBackups(0, now)).toEqual({ type: "off" });
      expect(await store.keepBackups(3, now)).toMatchObject({ type: "made" });
      expect(await store.keepBackups(3, now + 5 * DAY)).toEqual({ type: "not due" });
    }));

  test("a backup dated in the future by a wrong clock prevents no others, and is deleted first", () =>
    withStore(async (store) => {
      const now = Date.now();
      expect(await store.keepBackups(2, now + YEAR)).toMatchObject({ type: "made" });
      expect(await store.keepBackups(2, now)).toMatchObject({ type: "made" });
      await saveOne(store);
      rmSync(listBackups(file, now)[0]?.path ?? "");
      expect(await store.keepBackups(1, now + 1)).toMatchObject({ type: "made" });
      expect(listBackups(file, now + 1).map(({ madeAt }) => madeAt)).toEqual([now + 1]);
    }));

  test("only one process makes a backup at a time, and the leftovers of a killed one are removed", async () => {
    const draft = `${file}.backup-20261122T030000000Z.4242`;
    await withStore(async (store) => {
      writeFileSync(draft, "half");
      const locker = lockDatabase(`${file}.lock`);
      await locker.locked;
      await expect(store.keepBackups(3, Date.now())).rejects.toMatchObject({ code: "store_busy" });
      expect(readFileSync(draft, "utf8")).toBe("half");
      locker.kill();
      await expect
        .poll(() => store.keepBackups(3, Date.now()).catch(({ code }) => code), { timeout: 10_000 })
        .toMatchObject({ type: "made" });
    });
    expect(readdirSync(folder)).not.toContain(basename(draft));
  });

  test("R-P8: the newest copy replaces a damaged database", async () => {
    const kept = await withStore(async (store) => {
      const id = await saveOne(store);
      expect(await store.keepBackups(3, Date.now())).toMatchObject({ type: "made" });
      await saveOne(store);
      return id;
    });
    damage();
    expect(await withStore(idsIn)).toEqual([kept]);
    expect(listSetAside(file)[0]?.note).toContain("it was replaced with the backup holdfast.db.backup-");
  });

  test("R-P8: a backup with a damaged page is skipped in favor of an older one", async () => {
    const first = await withStore(async (store) => {
      const id = await saveOne(store);
      expect(await store.keepBackups(3, Date.now() - 2 * DAY)).toMatchObject({ type: "made" });
      for (let more = 0; more < 50; more++) await saveOne(store);
      expect(await store.keepBackups(3, Date.now())).toMatchObject({ type: "made" });
      return id;
    });
    const newest = listBackups(file, Date.now())[0]?.path ?? "";
    truncateSync(newest, statSync(newest).size - 8_192);
    damage();
    expect(await withStore(idsIn)).toEqual([first]);
  });
});
