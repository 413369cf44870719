import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { statSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Store } from "../../src/kernel/storage/store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { sampleCheckpoint } from "../../src/testing/sample-records.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

/** Holds a transaction until a line arrives, and says then how many checkpoints it saw at its beginning and end. */
const SCRIPT = `const { DatabaseSync } = require("@photostructure/sqlite");
  const db = new DatabaseSync(process.argv[1]);
  const count = () => db.prepare("select count(*) as n from checkpoints").get().n;
  db.exec(process.argv[2]);
  const first = count();
  if (process.argv[2] !== "begin") db.exec("update checkpoints set created_at = created_at + 1");
  console.log("open");
  process.stdin.once("data", () => {
    const last = count();
    db.exec("commit");
    console.log(first + " " + last);
    process.exit(0);
  });`;

let file: string;
let store: Store;
let child: ChildProcess | undefined;
beforeEach(async () => {
  file = join(temporaryDirectory("log"), "a.db");
  store = await openStore({ file, childKeys: sampleChildKeys, busyTimeoutMs: 200 });
  await save();
});
afterEach(async () => {
  child?.kill("SIGKILL");
  await store.close();
});

const save = () => store.saveCheckpoint(sampleCheckpoint({ createdAt: 1_000 }), new Map());
const logBytes = () => statSync(`${file}-wal`).size;

async function begin(statement: string): Promise<() => Promise<string>> {
  const started = spawn(process.execPath, ["-e", SCRIPT, file, statement], { cwd: process.cwd() });
  child = started;
  await once(started.stdout, "data");
  return async () => {
    started.stdin.write("\n");
    const [line] = (await once(started.stdout, "data")) as [Buffer];
    await once(started, "exit");
    return line.toString().trim();
  };
}

describe("the log is emptied beside an open transaction", () => {
  test("of another process that reads: what it sees does not change, and the log is emptied afterwards", async () => {
    const end = await begin("begin");
    await save();
    await store.releaseSpace();
    expect(logBytes()).toBeGreaterThan(0);
    expect(await end()).toBe("1 1");
    await store.releaseSpace();
    expect(logBytes()).toBe(0);
    expect(await store.listCheckpoints({ limit: 9 })).toHaveLength(2);
  });

  test("of another process that writes: it is busy within the time limit, and what was written is kept", async () => {
    const end = await begin("begin immediate");
    await expect(store.releaseSpace()).rejects.toMatchObject({ code: "store_busy" });
    expect(await end()).toBe("1 1");
    await store.releaseSpace();
    expect(logBytes()).toBe(0);
    expect((await store.listCheckpoints({ limit: 9 })).map(({ createdAt }) => createdAt)).toEqual([1_001]);
  });

  test("of the same process: after it", async () => {
    const done: string[] = [];
    let releasing: Promise<unknown> | undefined;
    await store.transaction(async (inside) => {
      await inside.saveCheckpoint(sampleCheckpoint(), new Map());
      releasing = store.releaseSpace().then(() => done.push("released"));
      await new Promise((resolve) => setTimeout(resolve, 20));
      done.push("saved");
    });
    await releasing;
    expect(done).toEqual(["saved", "released"]);
    expect(logBytes()).toBe(0);
    expect(await store.listCheckpoints({ limit: 9 })).toHaveLength(2);
  });
});
