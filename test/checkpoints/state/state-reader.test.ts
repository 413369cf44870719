import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeState } from "../../../src/checkpoints/state/encode/encode-state.ts";
import { loadState } from "../../../src/checkpoints/state/load/load-state.ts";
import { StateReader } from "../../../src/checkpoints/state/load/state-reader.ts";
import type { JsonValue } from "../../../src/kernel/json.ts";

const message = (i: number) => ({ id: i, text: `message ${i} `.repeat(80), tags: [{ i }] });

/** Holds encoded states and counts the nodes that are asked for. */
function nodeStore() {
  const nodes = new Map<string, Uint8Array>();
  const store = {
    nodes,
    asked: 0,
    put(state: JsonValue) {
      const encoded = encodeState(state);
      for (const [key, bytes] of encoded.nodes) nodes.set(key, bytes);
      return encoded.root;
    },
    async getNodes(keys: readonly string[]) {
      store.asked += keys.length;
      return new Map(keys.flatMap((key) => (nodes.has(key) ? [[key, nodes.get(key)!] as const] : [])));
    },
  };
  return store;
}

describe("loading states one after the other", () => {
  test("loads each state as it was saved, every time", async () => {
    const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;
    const states = fc.array(fc.dictionary(fc.oneof(fc.string(), fc.constant("__proto__")), json), {
      maxLength: 6,
    });
    await fc.assert(
      fc.asyncProperty(states, async (list) => {
        const store = nodeStore();
        const reader = new StateReader(store);
        const roots = list.map((state) => store.put(state));
        for (const [i, root] of [...roots.entries(), ...roots.entries()])
          expect(await reader.load(root)).toEqual(list[i]);
      }),
    );
  });

  test("reads what is new only", async () => {
    const store = nodeStore();
    const reader = new StateReader(store);
    const messages = Array.from({ length: 1_000 }, (_, i) => message(i));
    const before = store.put({ messages });
    const after = store.put({ messages: [...messages, message(1_000)] });
    await reader.load(before);
    expect(store.asked).toBeGreaterThan(50);
    store.asked = 0;
    expect(await reader.load(after)).toEqual({ messages: [...messages, message(1_000)] });
    expect(store.asked).toBeLessThanOrEqual(8);
  });

  test("a caller's changes to a state do not affect the next one", async () => {
    const store = nodeStore();
    const reader = new StateReader(store);
    const root = store.put({ messages: Array.from({ length: 100 }, (_, i) => message(i)) });
    for (let i = 0; i < 3; i++) {
      const state = (await reader.load(root)) as { messages: ReturnType<typeof message>[] };
      expect(state.messages[7]).toEqual(message(7));
      state.messages[7]!.tags[0]!.i = -1;
      state.messages[7]!.text = "changed";
    }
  });

  test("keeps no more than its budget", async () => {
    const store = nodeStore();
    const root = store.put({ messages: Array.from({ length: 300 }, (_, i) => message(i)) });
    const reader = new StateReader(store, { cacheBytes: 100_000 });
    await reader.load(root);
    const first = store.asked;
    await reader.load(root);
    expect(store.asked - first).toBeGreaterThan(first / 2);
  });

  test("names a damaged node, and reads it again when it is whole", async () => {
    const store = nodeStore();
    const root = store.put({ messages: Array.from({ length: 50 }, (_, i) => message(i)) });
    const [key, bytes] = [...store.nodes].find(([candidate]) => candidate !== root)!;
    const reader = new StateReader(store);
    store.nodes.set(key, Buffer.from("l[]"));
    await expect(reader.load(root)).rejects.toMatchObject({ code: "state_corrupt", details: { key } });
    store.nodes.set(key, bytes);
    expect(await reader.load(root)).toEqual({ messages: Array.from({ length: 50 }, (_, i) => message(i)) });
  });
});

test("equal parts of one state are stored once and come back as two", async () => {
  const store = nodeStore();
  const messages = Array.from({ length: 60 }, (_, i) => message(i));
  const root = store.put({ one: messages, two: messages });
  const read = async (keys: string[]) => await store.getNodes(keys);
  const state = (await loadState(root, read)) as Record<"one" | "two", ReturnType<typeof message>[]>;
  state.one[3]!.text = "changed";
  expect(state.two).toEqual(messages);
});
