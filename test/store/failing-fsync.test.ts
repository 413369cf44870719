import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, test } from "vitest";
import { childKeys } from "../../src/checkpoints/state/node/read-node.ts";
import { openStore } from "../../src/store/open-store.ts";
import { buildFailingFsync } from "../support/failing-fsync.ts";

const built = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const script = fileURLToPath(new URL("../support/save-writer.mjs", import.meta.url));

let shim: ReturnType<typeof buildFailingFsync>;
let folder: string;
beforeAll(() => {
  shim = buildFailingFsync();
  folder = mkdtempSync(join(tmpdir(), "holdfast-fsync-"));
});
afterAll(() => {
  shim.remove();
  rmSync(folder, { recursive: true, force: true });
});

/** Returns what each save of a writer reported, until the writer ends or has saved forty times. */
async function write(file: string, failsAt: number): Promise<string[]> {
  const child = spawn(process.execPath, [script, built, file, "w"], {
    env: { ...process.env, LD_PRELOAD: shim.library, FSYNC_FAILS_AT: String(failsAt) },
    stdio: ["ignore", "pipe", "ignore"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
    if (text.split("\n").length > 40) child.kill("SIGKILL");
  });
  await new Promise((ended) => child.on("close", ended));
  return text.split("\n").slice(0, -1);
}

test("R-Q7: a save whose fsync fails is not acknowledged; later ones are, and every acknowledged save exists", async () => {
  let failed = 0;
  const ended: number[] = [];
  const tries = [1, 2, 3, 5, 8, 13, 17, 21, 27, 34].map((failsAt) => {
    const file = join(folder, `${failsAt}.db`);
    return { failsAt, file, written: write(file, failsAt) };
  });
  for (const { failsAt, file, written } of tries) {
    const lines = await written;
    const acknowledged = lines.filter((line) => !line.startsWith("!"));
    const refused = lines.filter((line) => line.startsWith("!"));
    failed += refused.length;
    // A failure while the database is created prevents the start. The writer survives all others.
    if (lines.length === 0) ended.push(failsAt);
    else expect(acknowledged.length).toBeGreaterThan(30);
    expect(refused.every((line) => line === "!store_unavailable")).toBe(true);
    const store = await openStore({ file, childKeys });
    expect(await store.checkIntegrity(true)).toEqual([]);
    const stored = await store.listCheckpoints({ limit: 100 });
    expect(stored.map(({ id }) => id)).toEqual(expect.arrayContaining(acknowledged));
    await store.close();
  }
  // Creating the database takes fewer than thirteen syncs.
  expect(ended.filter((failsAt) => failsAt >= 13)).toEqual([]);
  expect(failed).toBeGreaterThan(3);
});
