import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { afterAll, describe, expect, inject, test } from "vitest";
import { encodeState } from "../../src/checkpoints/state/encode/encode-state.ts";
import { loadState } from "../../src/checkpoints/state/load/load-state.ts";
import { childKeys } from "../../src/checkpoints/state/node/read-node.ts";
import type { Store } from "../../src/kernel/storage/store.ts";
import { openStore, type StoreOptions } from "../../src/store/open-store.ts";
import { sampleChildKeys } from "../../src/testing/index.ts";
import { nodeMap, sampleNode } from "../../src/testing/sample-nodes.ts";
import { sampleCheckpoint } from "../../src/testing/sample-records.ts";
import { runSql, temporarySchema } from "../support/temporary-schema.ts";

const built = fileURLToPath(new URL("../../dist/index.js", import.meta.url));
const script = fileURLToPath(new URL("../support/sweep-forever.mjs", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "holdfast-sweep-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
// Null only with HOLDFAST_TEST_WITHOUT_POSTGRES=1, which the test run reports.
const url = inject("postgresUrl");

type Options = Omit<StoreOptions, "childKeys">;

const databases: [name: string, create: () => Promise<Options>][] = [
  [
    "SQLite",
    async () => ({ file: join(mkdtempSync(join(folder, "db-")), "holdfast.db"), busyTimeoutMs: 30_000 }),
  ],
];
if (url) {
  databases.push(["PostgreSQL", async () => ({ file: ":memory:", url, schema: await temporarySchema(url) })]);
}

describe.each(databases)("sweeps on %s", (_name, create) => {
  test("R-J8: reachable nodes of deep trees survive concurrent sweeps, saves of old nodes and deletions", async () => {
    const options = await create();
    const store = await openStore({ ...options, childKeys });
    const sweepers = await Promise.all([startSweeper(options), startSweeper(options)]);
    const kept = (await Promise.all([saveAndDelete(store, 0), saveAndDelete(store, 1)])).flat();
    const swept = await Promise.all(sweepers.map((stop) => stop()));
    const rest = await sweepAll(store);
    expect(swept.reduce((sum, nodes) => sum + nodes, rest)).toBeGreaterThan(0);
    for (const { root, state } of kept) expect(await load(store, root)).toEqual(state);
    expect((await store.stats()).nodes).toBe(new Set(kept.flatMap(({ keys }) => keys)).size);
    await store.close();
  });

  test("R-J8: a save that reuses an old node while a sweep marks keeps it", async () => {
    let duringMarking = (): void => {};
    const watching = (bytes: Uint8Array) => {
      duringMarking();
      return childKeys(bytes);
    };
    const store = await openStore({ ...(await create()), childKeys: watching });
    const old = encodeState({ old: "o".repeat(1_000) });
    const other = encodeState(deepState(1));
    const stored = new Map([...old.nodes, ...other.nodes]);
    await store.saveCheckpoint(sampleCheckpoint({ stateRoot: other.root }), stored);
    let saving: Promise<number> | undefined;
    duringMarking = () => {
      saving ??= store.saveCheckpoint(sampleCheckpoint({ stateRoot: old.root }), old.nodes);
    };
    await store.sweepNodes({ maxNodes: 1_000 });
    await saving;
    expect((await store.getNodes([...old.nodes.keys()])).size).toBe(old.nodes.size);
    await store.close();
  });

  test("R-J8: a sweep restarts if another one deleted a child of a marked node", async () => {
    const options = await create();
    const open = () => openStore({ ...options, childKeys: sampleChildKeys });
    const [one, two] = [await open(), await open()];
    const leaf = sampleNode("leaf");
    const root = sampleNode("root", [leaf.key]);
    const first = sampleCheckpoint({ stateRoot: root.key });
    await one.saveCheckpoint(sampleCheckpoint({ id: first.id }), nodeMap(leaf));
    await one.deleteCheckpoints([first.id]);
    await one.saveCheckpoint(first, nodeMap(root));
    await one.sweepNodes({ maxNodes: 1 });
    await one.deleteCheckpoints([first.id]);
    expect(await two.sweepNodes({ maxNodes: 1 })).toMatchObject({ nodes: 1, done: false });
    await two.saveCheckpoint(sampleCheckpoint({ stateRoot: root.key }), nodeMap(root, leaf));
    await sweepAll(one);
    expect((await one.getNodes([root.key, leaf.key])).size).toBe(2);
    await one.close();
    await two.close();
  });

  test("R-J8: a sweep that failed midway deletes nothing reachable when it continues", async () => {
    let reads = 0;
    const failing = (bytes: Uint8Array) => {
      reads += 1;
      if (reads % 7 === 0) throw new RangeError("out of memory");
      return childKeys(bytes);
    };
    const store = await openStore({ ...(await create()), childKeys: failing });
    const state = deepState(1);
    const { root, nodes } = encodeState(state);
    const garbage = encodeState({ garbage: "g".repeat(1_000) });
    const stored = new Map([...nodes, ...garbage.nodes]);
    await store.saveCheckpoint(sampleCheckpoint({ stateRoot: root }), stored);
    let failures = 0;
    let done = false;
    while (!done && failures < 200) {
      try {
        ({ done } = await store.sweepNodes({ maxNodes: 3 }));
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
        failures += 1;
      }
    }
    expect(failures).toBeGreaterThan(0);
    expect(await load(store, root)).toEqual(state);
    expect(done).toBe(true);
    expect((await store.stats()).nodes).toBe(nodes.size);
    await store.close();
  });

  test("R-L7: a sweep marks a large tree in bounded slices before it deletes", async () => {
    const store = await openStore({ ...(await create()), childKeys });
    const { root, nodes } = encodeState(Array.from({ length: 3_000 }, (_, i) => `${i}`.padEnd(4_200, "x")));
    await store.saveCheckpoint(sampleCheckpoint({ stateRoot: root }), nodes);
    for (let i = 0; i < 2; i++)
      expect(await store.sweepNodes({ maxNodes: 10_000 })).toMatchObject({ nodes: 0, done: false });
    expect(await sweepAll(store)).toBe(0);
    expect((await store.stats()).nodes).toBe(nodes.size);
    await store.close();
  });
});

test.runIf(url)("R-Q1: a save beyond one statement leaves no partial record on PostgreSQL", async () => {
  const schema = await temporarySchema(url ?? "");
  const store = await openStore({ file: ":memory:", url: url ?? "", schema, childKeys });
  const refuse = "check (name is distinct from 'refused')";
  await runSql(url ?? "", `alter table ${schema}.checkpoints add constraint refused ${refuse}`);
  const { root, nodes } = encodeState(Array.from({ length: 16_000 }, (_, i) => `${i}`.padEnd(300, "x")));
  const save = (name: string) => store.saveCheckpoint(sampleCheckpoint({ stateRoot: root, name }), nodes);
  await expect(save("refused")).rejects.toThrow();
  expect((await store.stats()).nodes).toBe(0);
  await save("taken");
  expect((await store.stats()).nodes).toBe(nodes.size);
  await store.close();
});

/** Starts another process that sweeps. The returned function ends it and returns how many nodes it deleted. */
async function startSweeper({ file, url: server, schema }: Options): Promise<() => Promise<number>> {
  const place = server && schema ? [server, schema] : [];
  const child = spawn(process.execPath, [script, built, file, ...place], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  let text = "";
  child.stdout.on("data", (chunk: Buffer) => {
    text += chunk.toString();
  });
  const closed = once(child, "close") as Promise<[number | null]>;
  await Promise.race([once(child.stdout, "data"), closed]);
  return async () => {
    child.stdin.end();
    const [code] = await closed;
    expect(code).toBe(0);
    return Number(text.trim().split("\n").at(-1));
  };
}

/** Saves states that share nodes with each other and with deleted ones; returns those that must stay. */
async function saveAndDelete(store: Store, writer: number) {
  const kept: { root: string; state: ReturnType<typeof deepState>; keys: string[] }[] = [];
  for (let i = 0; i < 30; i++) {
    const state = deepState((i + writer) % 5);
    const { root, nodes } = encodeState(state);
    const checkpoint = sampleCheckpoint({ stateRoot: root });
    await store.saveCheckpoint(checkpoint, nodes);
    if (i < 27) await store.deleteCheckpoints([checkpoint.id]);
    else kept.push({ root, state, keys: [...nodes.keys()] });
    await sleep(5);
  }
  return kept;
}

/** A state with 30 nested levels. */
function deepState(number: number) {
  let state: { level: number; text: string; inner: unknown } = { level: 0, text: "", inner: null };
  for (let level = 1; level <= 30; level++)
    state = { level, text: `${number} ${level}`.padEnd(400, "."), inner: state };
  return state as never;
}

async function load(store: Store, root: string) {
  return await loadState(root, (keys) => store.getNodes(keys));
}

async function sweepAll(store: Store): Promise<number> {
  let nodes = 0;
  for (;;) {
    const slice = await store.sweepNodes({ maxNodes: 25 });
    nodes += slice.nodes;
    if (slice.done) return nodes;
    await new Promise(setImmediate);
  }
}
