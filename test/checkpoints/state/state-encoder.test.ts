import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeState } from "../../../src/checkpoints/state/encode/encode-state.ts";
import { StateEncoder } from "../../../src/checkpoints/state/encode/state-encoder.ts";
import { loadState } from "../../../src/checkpoints/state/load/load-state.ts";
import type { JsonValue } from "../../../src/kernel/json.ts";

const message = (i: number) => ({
  id: i,
  text: `message ${i} ${"x".repeat(400)}`,
  none: null,
  nested: [{ i }],
});

/** What a store would hold after each confirmed encoding. */
function storing(encoder: StateEncoder) {
  const stored = new Map<string, Uint8Array>();
  return async (value: JsonValue, options: { immutable?: boolean } = {}) => {
    const { root, nodes } = encoder.encode(value, options);
    for (const [key, bytes] of nodes) stored.set(key, bytes);
    encoder.confirm();
    const read = async (keys: string[]) => new Map(keys.map((key) => [key, stored.get(key)!] as const));
    return { root, fresh: nodes.size, loaded: await loadState(root, read) };
  };
}

describe("encoding a run of states", () => {
  test("yields the roots of a fresh encoding, whatever was encoded before", async () => {
    const json = fc.jsonValue({ maxDepth: 4 }) as fc.Arbitrary<JsonValue>;
    await fc.assert(
      fc.asyncProperty(fc.array(fc.array(json, { maxLength: 40 }), { maxLength: 6 }), async (states) => {
        const save = storing(new StateEncoder());
        for (const state of states) {
          const { root, loaded } = await save(state);
          expect(root).toBe(encodeState(state).root);
          expect(loaded).toEqual(state);
        }
      }),
    );
  });

  test("yields the roots of a fresh encoding after any edits of long lists, with and without `immutable`", async () => {
    const element = fc.oneof(
      fc.nat(40).map(message),
      fc.double({ noNaN: true, noDefaultInfinity: true }),
      fc.string({ maxLength: 300 }),
      fc.array(fc.nat(40).map(message), { maxLength: 30 }),
    ) as fc.Arbitrary<JsonValue>;
    const edit = fc.record({
      at: fc.double({ min: 0, max: 1, noNaN: true }),
      removed: fc.nat(3),
      added: fc.array(element, { maxLength: 6 }),
    });
    const run = fc.record({
      start: fc.array(element, { minLength: 50, maxLength: 200 }),
      edits: fc.array(edit, { maxLength: 8 }),
      immutable: fc.boolean(),
      copied: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(run, async ({ start, edits, immutable, copied }) => {
        const save = storing(new StateEncoder());
        let list = start;
        for (const { at, removed, added } of [{ at: 0, removed: 0, added: [] }, ...edits]) {
          const place = Math.round(at * list.length);
          list = [...list.slice(0, place), ...added, ...list.slice(place + removed)];
          const state = { list: copied ? structuredClone(list) : list, step: list.length };
          const { root, loaded } = await save(state, { immutable });
          expect(root).toBe(encodeState(state).root);
          expect(loaded).toStrictEqual(state);
        }
      }),
      { numRuns: 60 },
    );
  });

  test.each([
    ["appended to", (list: JsonValue[]) => [...list, message(9_001)]],
    ["edited in the middle", (list: JsonValue[]) => list.with(900, message(9_002))],
    ["cut at the front", (list: JsonValue[]) => list.slice(30)],
    ["given something", (list: JsonValue[]) => list.toSpliced(700, 0, message(9_003))],
    ["moved on like a window", (list: JsonValue[]) => [...list.slice(1), message(9_004)]],
  ])("a list that is %s gives few new nodes", (_, change) => {
    const messages: JsonValue[] = Array.from({ length: 2_000 }, (_, i) => message(i));
    const encoder = new StateEncoder();
    encoder.encode({ messages });
    encoder.confirm();
    const changed = { messages: change(messages) };
    const { root, nodes } = encoder.encode(changed);
    expect(root).toBe(encodeState(changed).root);
    expect(nodes.size).toBeLessThanOrEqual(12);
  });

  test.each([{ immutable: false }, { immutable: true }])(
    "adds one message to %j with few new nodes",
    async (options) => {
      const save = storing(new StateEncoder());
      const messages = Array.from({ length: 2_000 }, (_, i) => message(i));
      await save({ messages }, options);
      const grown = { messages: [...messages, message(2_000)] };
      const { fresh, loaded, root } = await save(grown, options);
      expect(fresh).toBeLessThanOrEqual(12);
      expect(loaded).toEqual(grown);
      expect(root).toBe(encodeState(grown).root);
    },
  );

  test("sees an element that was changed in place", async () => {
    const save = storing(new StateEncoder());
    const messages = Array.from({ length: 300 }, (_, i) => message(i));
    await save({ messages });
    messages[7]!.text = "edited";
    expect((await save({ messages })).loaded).toEqual({ messages });
    await save({ messages }, { immutable: true });
    messages[299]!.text = "still streaming";
    expect((await save({ messages }, { immutable: true })).loaded).toEqual({ messages });
  });

  test("distinguishes -0 from 0 and rejects NaN even if an equal-looking element is cached", async () => {
    const save = storing(new StateEncoder());
    await save([{ n: 0 }, { n: null }]);
    expect((await save([{ n: -0 }])).loaded).toStrictEqual([{ n: -0 }]);
    await expect(save([{ n: Number.NaN }])).rejects.toThrow("NaN");
  });

  test("a state that is refused leaves nothing behind that a later one could point at", async () => {
    const save = storing(new StateEncoder());
    await expect(save([message(1), Number.NaN])).rejects.toThrow("NaN");
    expect((await save([message(1)])).loaded).toEqual([message(1)]);
  });

  test("offers nodes again until they are confirmed, and after a sweep", () => {
    const encoder = new StateEncoder();
    const state = [message(1), message(2)];
    const first = encoder.encode(state).nodes;
    expect(new Set(encoder.encode(state).nodes.keys())).toEqual(new Set(first.keys()));
    encoder.confirm();
    expect(encoder.encode(state).nodes.size).toBe(0);
    encoder.reset();
    expect(encoder.encode(state).nodes.size).toBe(first.size);
  });
});
