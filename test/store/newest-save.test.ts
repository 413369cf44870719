import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Store } from "../../src/kernel/storage/store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { nodeMap, sampleNode } from "../../src/testing/sample-nodes.ts";
import { sampleCheckpoint } from "../../src/testing/sample-records.ts";

let folder: string;
let file: string;
const opened = new Set<Store>();
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "holdfast-newest-"));
  file = join(folder, "holdfast.db");
});
afterEach(async () => {
  for (const store of opened) await store.close();
  opened.clear();
  rmSync(folder, { recursive: true, force: true });
});

async function open(path = file): Promise<Store> {
  const store = await openStore({ file: path, childKeys: sampleChildKeys });
  opened.add(store);
  return store;
}

async function save(store: Pick<Store, "saveCheckpoint">): Promise<string> {
  const node = sampleNode("state");
  const checkpoint = sampleCheckpoint({ stateRoot: node.key });
  await store.saveCheckpoint(checkpoint, nodeMap(node));
  return checkpoint.id;
}

/** Copies the files as after a power failure that lost everything beyond this many bytes of the log. */
function copyWithLog(bytes: number): string {
  const copy = join(folder, "copy.db");
  for (const ending of ["", "-wal", ".newest-save"]) copyFileSync(file + ending, copy + ending);
  truncateSync(`${copy}-wal`, bytes);
  return copy;
}

test("R-P1: a log that lost its end is reported, even after later saves, until the file with the lost id is deleted", async () => {
  const store = await open();
  const first = await save(store);
  const bytes = statSync(`${file}-wal`).size;
  const second = await store.transaction((inside) => save(inside));
  const cut = copyWithLog(bytes);
  const after = await open(cut);
  await expect(after.getCheckpoint(second)).resolves.toBeUndefined();
  await expect(after.getCheckpoint(first)).resolves.toMatchObject({ id: first });
  await expect(after.checkIntegrity(false)).resolves.toEqual([expect.stringContaining(second)]);
  await save(after);
  await save(after);
  await expect(after.checkIntegrity(false)).resolves.toEqual([expect.stringContaining(second)]);
  rmSync(`${cut}.lost-save`);
  await expect(after.checkIntegrity(false)).resolves.toEqual([]);
  await expect(store.checkIntegrity(false)).resolves.toEqual([]);
});

test("neither deleted nor uncommitted checkpoints are reported as lost", async () => {
  const store = await open();
  await store.deleteCheckpoints([await save(store)]);
  await expect(store.checkIntegrity(false)).resolves.toEqual([]);
  const kept = await save(store);
  const undone = store.transaction(async (inside) => {
    await save(inside);
    throw new Error("undo");
  });
  await expect(undone).rejects.toThrow("undo");
  await store.transaction(async (inside) => {
    await inside.deleteCheckpoints([await save(inside)]);
  });
  const node = sampleNode("state");
  const refused = sampleCheckpoint({ stateRoot: node.key });
  await store.saveCheckpoint(refused, nodeMap(node), 99);
  await expect(store.getCheckpoint(refused.id)).resolves.toBeUndefined();
  await expect(store.getCheckpoint(kept)).resolves.toMatchObject({ id: kept });
  await expect((await open()).checkIntegrity(false)).resolves.toEqual([]);
});

test("a database in memory keeps no file", async () => {
  await save(await open(":memory:"));
  expect(existsSync(":memory:.newest-save")).toBe(false);
});
