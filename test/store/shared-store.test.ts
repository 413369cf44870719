import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import type { Store } from "../../src/kernel/storage/store.ts";
import { openSharedStore } from "../../src/store/open-shared-store.ts";
import { openStore, type StoreOptions } from "../../src/store/open-store.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { sampleCheckpoint } from "../../src/testing/sample-records.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

let folder: string;
let options: StoreOptions;
beforeEach(() => {
  folder = temporaryDirectory("shared");
  options = { file: join(folder, "a.db"), childKeys: sampleChildKeys };
});

const save = (store: Pick<Store, "saveCheckpoint">) => store.saveCheckpoint(sampleCheckpoint(), new Map());
const turns = async (count: number) => {
  for (let i = 0; i < count; i++) await new Promise((resolve) => setTimeout(resolve, 1));
};

/** Saves through `second` while `first` has an open transaction that needs the event loop to end. */
async function saveBeside(first: Store, second: Store): Promise<void> {
  let saving: Promise<unknown> | undefined;
  await first.transaction(async (inside) => {
    await save(inside);
    saving = save(second);
    await turns(5);
  });
  await saving;
  expect(await first.listCheckpoints({ limit: 10 })).toHaveLength(2);
  expect(await second.listCheckpoints({ limit: 10 })).toHaveLength(2);
}

test("handles on one file share a connection, so a save waits for a transaction of another handle", async () => {
  const [first, second] = await Promise.all([openSharedStore(options), openSharedStore(options)]);
  await saveBeside(first, second);
  await first.close();
  await first.close();
  await save(second);
  await second.close();
  await expect(save(second)).rejects.toThrow();
});

test("a wait for another connection's lock does not block the process, which may hold that lock", async () => {
  const [first, second] = [await openStore(options), await openStore(options)];
  await saveBeside(first, second);
  await Promise.all([first.close(), second.close()]);
});

test("several connections of one process may create a database at once", async () => {
  const stores = await Promise.all([openStore(options), openStore(options), openStore(options)]);
  await Promise.all(stores.map(save));
  await Promise.all(stores.map((store) => store.close()));
});

test("a path through a link is the same file, and a deleted file is not", async () => {
  mkdirSync(join(folder, "real"));
  symlinkSync(join(folder, "real"), join(folder, "link"));
  const first = await openSharedStore({ ...options, file: join(folder, "real", "a.db") });
  const second = await openSharedStore({ ...options, file: join(folder, "link", "a.db") });
  await saveBeside(first, second);
  for (const end of ["", "-wal", "-shm"]) rmSync(join(folder, "real", `a.db${end}`), { force: true });
  const third = await openSharedStore({ ...options, file: join(folder, "real", "a.db") });
  expect(await third.listCheckpoints({ limit: 10 })).toEqual([]);
  await Promise.all([first, second, third].map((store) => store.close()));
});

test("a file that could not be opened is tried again by the next handle", async () => {
  mkdirSync(options.file);
  await expect(openSharedStore(options)).rejects.toMatchObject({ code: "store_unavailable" });
  rmSync(options.file, { recursive: true });
  const store = await openSharedStore(options);
  await save(store);
  await store.close();
});
