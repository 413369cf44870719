import { describe, expect, test } from "vitest";
import { loadState } from "../../../src/checkpoints/state/load/load-state.ts";
import { childKeys } from "../../../src/checkpoints/state/node/read-node.ts";
import { StateSaver } from "../../../src/checkpoints/state/state-saver.ts";
import type { JsonValue } from "../../../src/kernel/json.ts";
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
