import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { loadState } from "../../src/checkpoints/state/load/load-state.ts";
import { childKeys } from "../../src/checkpoints/state/node/read-node.ts";
import type { Position } from "../../src/kernel/storage/checkpoint-storage.ts";
import type { Store } from "../../src/kernel/storage/store.ts";
import { openStore, type StoreOptions } from "../../src/store/open-store.ts";
import { temporarySchema } from "../support/temporary-schema.ts";

const WRITERS = 8;
/** The full test takes 100 rounds: HOLDFAST_KILL_ROUNDS=100 npx vitest run test/store/killed-writers.test.ts */
const ROUNDS = Number(process.env["HOLDFAST_KILL_ROUNDS"] ?? 2);
const LONGEST_OPEN_MS = 2_000;

const built = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const script = fileURLToPath(new URL("../support/save-writer.mjs", import.meta.url));

/** Starts the writers, lets each save for a while, kills all of them, and returns the acknowledged ids. */
async function round(args: readonly string[]): Promise<string[]> {
  const acknowledged: string[] = [];
  const writers = Array.from({ length: WRITERS }, (_, i) => {
    const child = spawn(process.execPath, [script, built, args[0] ?? "", `w${i}`, ...args.slice(1)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (chunk: Buffer) => {
      text += chunk.toString();
    });
    // An incomplete line is not an acknowledgment.
    const ended = new Promise<void>((resolve) => {
      child.on("close", () => {
        acknowledged.push(...text.split("\n").slice(0, -1));
        resolve();
      });
    });
    return { child, ended, saved: () => text.includes("\n") };
  });
  while (!writers.every(({ saved }) => saved())) {
    if (writers.some(({ child }) => child.exitCode !== null)) throw new Error("a writer ended by itself");
    await sleep(20);
  }
  await sleep(50 + Math.random() * 150);
  for (const { child } of writers) child.kill("SIGKILL");
  await Promise.all(writers.map(({ ended }) => ended));
  return acknowledged;
}

/** Every acknowledged checkpoint exists once, and every stored one, acknowledged or not, is complete. */
async function verify(store: Store, acknowledged: readonly string[]): Promise<void> {
  expect(await store.checkIntegrity(true)).toEqual([]);
  const stored = new Set<string>();
  for (let after: Position | undefined; ; ) {
    const page = await store.listCheckpoints({ ...(after ? { after } : {}), limit: 500 });
    for (const { id, stateRoot, stepNumber } of page) {
      expect(stored.has(id)).toBe(false);
      stored.add(id);
      const state = await loadState(stateRoot, (keys) => store.getNodes(keys));
      expect(state).toMatchObject({ messages: { length: stepNumber } });
    }
    after = page.at(-1);
    if (page.length < 500) break;
  }
  expect(acknowledged.filter((id) => !stored.has(id))).toEqual([]);
}

async function prove(options: Omit<StoreOptions, "childKeys">, args: readonly string[]): Promise<void> {
  const acknowledged: string[] = [];
  for (let i = 0; i < ROUNDS; i++) {
    acknowledged.push(...(await round(args)));
    const started = performance.now();
    const store = await openStore({ ...options, childKeys });
    expect(performance.now() - started).toBeLessThan(LONGEST_OPEN_MS);
    // The last round checks everything; the others only check the structure of the file.
    if (i === ROUNDS - 1) await verify(store, acknowledged);
    else expect(await store.checkIntegrity(false)).toEqual([]);
    await store.close();
  }
  expect(acknowledged.length).toBeGreaterThanOrEqual(ROUNDS * WRITERS);
}

test("R-Q1 R-P1: kill -9 during saves by 8 writers loses nothing acknowledged and leaves no partial record (SQLite)", {
  timeout: 60_000 + ROUNDS * 15_000,
}, async () => {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-kill-"));
  const file = join(folder, "state", "holdfast.db");
  try {
    await prove({ file }, [file]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

// Null only with HOLDFAST_TEST_WITHOUT_POSTGRES=1, which the test run reports.
const postgresUrl = inject("postgresUrl");

test.runIf(postgresUrl)(
  "R-Q1 R-P1: kill -9 of 8 writing clients loses nothing acknowledged and leaves no partial record (PostgreSQL)",
  {
    timeout: 60_000 + ROUNDS * 15_000,
  },
  async () => {
    const url = postgresUrl ?? "";
    const schema = await temporarySchema(url);
    await prove({ file: ":memory:", url, schema }, [":memory:", url, schema]);
  },
);
