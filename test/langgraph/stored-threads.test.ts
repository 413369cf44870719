import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { emptyCheckpoint, MemorySaver, uuid6 } from "@langchain/langgraph-checkpoint";
import { beforeEach, expect, test } from "vitest";
import { redactCheckpoints } from "../../src/checkpoints/redact-checkpoints.ts";
import { childKeys } from "../../src/checkpoints/state/node/read-node.ts";
import { createProgramContext } from "../../src/create-program-context.ts";
import { type OpenSaver, openSaver } from "../../src/langgraph-library.ts";
import { openStore } from "../../src/store/open-store.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

let folder: string;
let file: string;
beforeEach(() => {
  folder = temporaryDirectory("threads");
  file = join(folder, "a.db");
});

const thread = { configurable: { thread_id: "1" } };
/** The id of a checkpoint in one fixed millisecond. */
const idAt = (n: number) => `1f1e93e8-8f07-6460-80${String(n).padStart(2, "0")}-d3ca9b96adb2`;

async function putValue(
  saver: Pick<OpenSaver, "put">,
  value: unknown,
  { id = uuid6(0), step = 0, config = thread }: { id?: string; step?: number; config?: object } = {},
) {
  const values = { channel_values: { a: value }, channel_versions: { a: step + 1 } };
  const checkpoint = { ...emptyCheckpoint(), ...values, id, versions_seen: { node: { a: step } } };
  return await saver.put(config, checkpoint, { source: "loop", step, parents: {} }, { a: step + 1 });
}

async function listOf(saver: OpenSaver) {
  const tuples = [];
  for await (const tuple of saver.list(thread)) tuples.push(tuple);
  return tuples;
}

async function withSaver(work: (saver: OpenSaver) => Promise<void>, cwd = folder): Promise<void> {
  const saver = await openSaver({ file, cwd });
  try {
    await work(saver);
  } finally {
    await saver.close();
  }
}

test("a checkpoint that is put again replaces its content, as in the official savers", async () => {
  await withSaver(async (saver) => {
    for (const official of [saver, new MemorySaver()]) {
      await putValue(official, "first", { id: idAt(1) });
      const again = await putValue(official, "second", { id: idAt(1), step: 7 });
      await putValue(official, "first", { id: idAt(2), config: again });
      await putValue(official, "third", { id: idAt(1), step: 8 });
      const tuple = await official.getTuple(again);
      expect(tuple?.checkpoint.channel_values).toEqual({ a: "third" });
      expect(tuple?.checkpoint.versions_seen).toEqual({ node: { a: 8 } });
      expect(tuple?.metadata?.step).toBe(8);
    }
  });
});

test.each([false, true])("objects come back with their keys in order (immutable: %s)", async (immutable) => {
  const saver = await openSaver({ file, cwd: folder, immutable });
  const call = { type: "tool_call", args: { zeta: 1, alpha: { y: 2, b: 3 } } };
  const calls = Array.from({ length: 200 }, (_, i) => ({ ...call, id: `call ${i}` }));
  const large = Object.fromEntries(calls.toReversed().map((each) => [each.id, each]));
  for (const value of [call, calls, large, new Map([["z", call]])]) {
    const config = await putValue(saver, value);
    await saver.putWrites(config, [["a", value]], "task");
    const official = new MemorySaver();
    const expected = await official.getTuple(await putValue(official, value));
    const tuple = await saver.getTuple(config);
    const text = JSON.stringify(expected?.checkpoint.channel_values);
    expect(JSON.stringify(tuple?.checkpoint.channel_values)).toBe(text);
    expect(JSON.stringify({ a: tuple?.pendingWrites?.[0]?.[2] })).toBe(text);
  }
  await saver.close();
});

test("what cannot be serialized is an error, not a placeholder in the state", async () => {
  await withSaver(async (saver) => {
    const config = await putValue(saver, "fine");
    for (const value of [1n, { deep: [1n] }, () => 1, Symbol("x"), { toJSON: () => 1n }]) {
      await expect(putValue(saver, value, { config })).rejects.toMatchObject({ code: "invalid_input" });
      const writing = saver.putWrites(config, [["a", value]], "task");
      await expect(writing).rejects.toMatchObject({ code: "invalid_input" });
    }
    const text = "[unable to serialize, circular reference is too complex to analyze]";
    const tuple = await saver.getTuple(await putValue(saver, text, { config }));
    expect(tuple?.checkpoint.channel_values).toEqual({ a: text });
  });
});

test("threads of the same name in two projects are separate, and one can be deleted alone", async () => {
  const [one, two] = [join(folder, "one"), join(folder, "two")];
  for (const project of [one, two]) mkdirSync(project);
  const put = (value: string) => async (saver: OpenSaver) => {
    await saver.putWrites(await putValue(saver, value, { id: idAt(1) }), [["a", `${value} write`]], "task");
  };
  await withSaver(put("one"), one);
  await withSaver(put("two"), two);
  await withSaver(async (saver) => {
    const tuple = await saver.getTuple({ configurable: { thread_id: "1", checkpoint_id: idAt(1) } });
    expect(tuple?.checkpoint.channel_values).toEqual({ a: "one" });
    expect(tuple?.pendingWrites).toEqual([["task", "a", "one write"]]);
    expect(await listOf(saver)).toHaveLength(1);
    await saver.deleteThread("1");
    expect(await saver.getTuple(thread)).toBeUndefined();
  }, one);
  await withSaver(async (saver) => {
    expect((await saver.getTuple(thread))?.checkpoint.channel_values).toEqual({ a: "two" });
  }, two);
});

test("several getTuple at once return in the order of the calls", async () => {
  await withSaver(async (saver) => {
    const long = "x".repeat(200_000);
    const first = await putValue(saver, [long, { deep: [long] }]);
    await putValue(saver, "short", { config: first, step: 1 });
    const order: number[] = [];
    const reads = [first, thread, { configurable: {} }, thread, first].map(async (config, i) => {
      await saver.getTuple(config);
      order.push(i);
    });
    await Promise.all(reads);
    expect(order).toEqual([0, 1, 2, 3, 4]);
  });
});

test("redaction keeps the order of checkpoints of one millisecond, and their pending writes", async () => {
  const token = `ghp_${"x7Qm2Lr9Vt4Kp8Zs1Bw6Yn3Hd5Jf0GcA".slice(0, 32)}Ue4R`;
  await withSaver(async (saver) => {
    let config: object = thread;
    for (const [i, value] of [`Use ${token}.`, "two", "three"].entries()) {
      config = await putValue(saver, value, { id: idAt(i), step: i, config });
      await saver.putWrites(config, [["a", `write ${i}`]], "task");
    }
    await saver.putWrites(
      config,
      [
        ["a", "kept"],
        ["b", { key: token }],
      ],
      "other",
    );
    const store = await openStore({ file, childKeys });
    const { redactor } = createProgramContext(store, { cwd: folder });
    expect(await redactCheckpoints({ store, redactor }, { dryRun: false })).toBe(2);
    expect(await redactCheckpoints({ store, redactor }, { dryRun: true })).toBe(0);
    await store.close();
  });
  await withSaver(async (saver) => {
    const tuples = await listOf(saver);
    expect(tuples.map(({ metadata }) => metadata?.step)).toEqual([2, 1, 0]);
    expect(JSON.stringify(tuples)).not.toContain(token);
    expect(tuples.map(({ pendingWrites }) => pendingWrites?.length)).toEqual([3, 1, 1]);
    expect(tuples[2]?.pendingWrites).toEqual([["task", "a", "write 0"]]);
  });
});
