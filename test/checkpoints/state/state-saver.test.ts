import { describe, expect, test } from "vitest";
import { loadState } from "../../../src/checkpoints/state/load/load-state.ts";
import { childKeys } from "../../../src/checkpoints/state/node/read-node.ts";
import { StateSaver } from "../../../src/checkpoints/state/state-saver.ts";
import type { JsonValue } from "../../../src/kernel/json.ts";
import type { Checkpoint } from "../../../src/kernel/record.ts";
import type { CheckpointStorage } from "../../../src/kernel/storage/checkpoint-storage.ts";
import type { Store } from "../../../src/kernel/storage/store.ts";
import { openStore } from "../../../src/store/open-store.ts";
import { sampleCheckpoint } from "../../../src/testing/sample-records.ts";

async function withStore(work: (store: Store, saver: StateSaver) => Promise<void>): Promise<void> {
  const store = await openStore({ file: ":memory:", childKeys });
  try {
    await work(store, new StateSaver(store));
  } finally {
    await store.close();
  }
}

const message = (step: number) => ({ step, text: `message ${step} `.repeat(60) });
const load = (store: Store, root: string) => loadState(root, (keys) => store.getNodes(keys));

describe.each([{ immutable: false }, { immutable: true }])("successive states with %j", (options) => {
  test("round-trip, whatever a sweep deleted between two of them", () =>
    withStore(async (store, saver) => {
      let messages: ReturnType<typeof message>[] = [];
      for (let step = 1; step <= 12; step++) {
        messages = [...messages, message(step)];
        const saved = await saver.save(sampleCheckpoint(), { messages }, options);
        expect(await load(store, saved.stateRoot)).toEqual({ messages });
        if (step % 4 !== 0) continue;
        await store.deleteCheckpoints([saved.id]);
        for (const { id } of await store.listCheckpoints({ limit: 50 })) await store.deleteCheckpoints([id]);
        while (!(await store.sweepNodes({ maxNodes: 500 })).done);
        expect((await store.stats()).nodes).toBe(0);
      }
    }));

  test("are saved in call order, even without await", () =>
    withStore(async (store, saver) => {
      const states = Array.from(
        { length: 8 },
        (_, i): JsonValue => ({ messages: Array.from({ length: i + 1 }, (_, k) => message(k)) }),
      );
      const saved = await Promise.all(states.map((state) => saver.save(sampleCheckpoint(), state, options)));
      for (const [i, { stateRoot }] of saved.entries())
        expect(await load(store, stateRoot)).toEqual(states[i]);
    }));

  test("after a failed save nothing counts as stored", () =>
    withStore(async (store, saver) => {
      const failing = saver.save(sampleCheckpoint({ name: "a\0b" }), { messages: [message(1)] }, options);
      await expect(failing).rejects.toThrow();
      const { stateRoot } = await saver.save(
        sampleCheckpoint(),
        { messages: [message(1), message(2)] },
        options,
      );
      expect(await load(store, stateRoot)).toEqual({ messages: [message(1), message(2)] });
    }));
});

/** A storage that keeps nothing, and says in which epoch and with how many nodes it was called. */
function recording() {
  const calls: { since: number | undefined; nodes: number }[] = [];
  const storage = {
    epoch: 7,
    calls,
    async saveCheckpoint(_: Checkpoint, nodes: ReadonlyMap<string, Uint8Array>, since?: number) {
      calls.push({ since, nodes: nodes.size });
      return storage.epoch;
    },
  };
  return storage;
}

describe("what a save writes", () => {
  const saverOf = (storage: ReturnType<typeof recording>) =>
    new StateSaver(storage as unknown as CheckpointStorage);
  const messages = [1, 2, 3, 4].map(message);

  test("is new nodes only, in one attempt, as long as nothing was swept", async () => {
    const storage = recording();
    const saver = saverOf(storage);
    await saver.save(sampleCheckpoint(), { messages });
    await saver.save(sampleCheckpoint(), { messages });
    await saver.save(sampleCheckpoint(), { messages, step: 5 });
    expect(storage.calls.map(({ since }) => since)).toEqual([undefined, 7, 7]);
    const [all = 0, none, some = 0] = storage.calls.map(({ nodes }) => nodes);
    expect(none).toBe(0);
    expect(some).toBeGreaterThan(0);
    expect(some).toBeLessThanOrEqual(all);
  });

  test("is everything, in a second attempt, where a sweep may have deleted some", async () => {
    const storage = recording();
    const saver = saverOf(storage);
    await saver.save(sampleCheckpoint(), { messages });
    storage.epoch = 8;
    await saver.save(sampleCheckpoint(), { messages });
    await saver.save(sampleCheckpoint(), { messages });
    const [{ nodes: all } = { nodes: 0 }] = storage.calls;
    expect(storage.calls).toEqual([
      { since: undefined, nodes: all },
      { since: 7, nodes: 0 },
      { since: undefined, nodes: all },
      { since: 8, nodes: 0 },
    ]);
  });

  test("does not show a change in place of what was promised not to change", async () => {
    const saver = saverOf(recording());
    const list = Array.from({ length: 40 }, (_, i) => message(i));
    const save = async (options: { immutable?: boolean }) =>
      (await saver.save(sampleCheckpoint(), { messages: list }, options)).stateRoot;
    const before = await save({});
    for (const each of list.slice(0, 1)) each.text = "changed";
    expect(await save({ immutable: true })).toBe(before);
    expect(await save({})).not.toBe(before);
  });
});
