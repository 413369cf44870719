import { describe, expect, test } from "vitest";
import { encodeState } from "../../../src/checkpoints/state/encode/encode-state.ts";
import { loadState, tryLoadState } from "../../../src/checkpoints/state/load/load-state.ts";
import { salvageState } from "../../../src/checkpoints/state/load/salvage-state.ts";
import { nodeKey } from "../../../src/checkpoints/state/node/node-key.ts";
import { childKeys, childrenOf, readNode } from "../../../src/checkpoints/state/node/read-node.ts";
import { HoldfastError } from "../../../src/kernel/errors.ts";
import type { NodeStorage } from "../../../src/kernel/storage/node-storage.ts";

const long = (text: string) => `${text} ${"x".repeat(5_000)}`;
const STATE = { goal: long("Ship it."), todos: [long("One."), long("Two."), long("Three.")], count: 3 };

function stored() {
  const { root, nodes } = encodeState(STATE);
  const asked: string[][] = [];
  const read = async (keys: string[]) => {
    asked.push(keys);
    return new Map(keys.flatMap((key) => (nodes.has(key) ? [[key, nodes.get(key) ?? Buffer.of()]] : [])));
  };
  const keyOf = (text: string) =>
    [...nodes].find(([, bytes]) => Buffer.from(bytes).toString().startsWith(`v"${text}`))?.[0] ?? "";
  return { root, nodes, asked, read, keyOf, store: { getNodes: read } as unknown as NodeStorage };
}

describe("D59: what can be read of a damaged state", () => {
  test("all of one that is whole, each node read once, level by level", async () => {
    const { root, read, asked, nodes } = stored();
    expect(await salvageState(root, read)).toEqual({ state: STATE, unreadable: [] });
    expect(asked[0]).toEqual([root]);
    expect(asked.flat()).toHaveLength(nodes.size);
  });

  test("a missing node and one with other bytes have a text in their place", async () => {
    const { root, read, nodes, keyOf } = stored();
    const [missing, changed] = [keyOf("Ship it."), keyOf("Two.")];
    nodes.delete(missing);
    nodes.set(changed, Buffer.from('v"other"'));
    const { state, unreadable } = await salvageState(root, read);
    expect(state).toEqual({
      ...STATE,
      goal: `(unreadable: node ${missing.slice(0, 12)})`,
      todos: [STATE.todos[0], `(unreadable: node ${changed.slice(0, 12)})`, STATE.todos[2]],
    });
    expect(new Set(unreadable)).toEqual(new Set([missing, changed]));
  });

  test("a node on two levels is asked for once", async () => {
    const state = { goal: long("Ship it."), task: { goal: long("Ship it."), note: long("Later.") } };
    const { root, nodes } = encodeState(state);
    const asked: string[] = [];
    const read = async (keys: string[]) => {
      asked.push(...keys);
      return new Map(keys.map((key) => [key, nodes.get(key) ?? Buffer.of()]));
    };
    expect(await salvageState(root, read)).toEqual({ state, unreadable: [] });
    expect(asked.toSorted()).toEqual([...nodes.keys()].toSorted());
  });

  test("the rest of a list or an object of which a run is missing", async () => {
    const list = Array.from({ length: 3_000 }, (_, i) => i);
    const { root, nodes } = encodeState(list);
    const [gone = ""] = childrenOf(readNode(root, nodes.get(root)));
    nodes.delete(gone);
    const read = async (keys: string[]) =>
      new Map(keys.flatMap((key) => (nodes.has(key) ? [[key, nodes.get(key) ?? Buffer.of()]] : [])));
    const { state, unreadable } = await salvageState(root, read);
    expect(unreadable).toEqual([gone]);
    const rest = state as number[];
    expect(rest.length).toBeGreaterThan(2_000);
    expect(rest).toEqual(list.slice(-rest.length));
  });

  test("a text in place of a node whose bytes are whole but no JSON", async () => {
    const bytes = Buffer.from("l[");
    const root = nodeKey(bytes);
    expect(await salvageState(root, async () => new Map([[root, bytes]]))).toEqual({
      state: `(unreadable: node ${root.slice(0, 12)})`,
      unreadable: [root],
    });
  });

  test("nothing but the text where the root is missing", async () => {
    const { root, read, nodes } = stored();
    nodes.delete(root);
    expect(await salvageState(root, read)).toEqual({
      state: `(unreadable: node ${root.slice(0, 12)})`,
      unreadable: [root],
    });
  });

  test("a store that fails is no damage", async () => {
    const fails = async () => Promise.reject(new Error("gone"));
    await expect(salvageState("0".repeat(64), fails)).rejects.toThrow("gone");
  });
});

test("a node that is missing, has other bytes or no known format is named with what is wrong", async () => {
  const bytes = Buffer.from("zebra");
  const key = nodeKey(bytes);
  expect(() => readNode(key, undefined)).toThrow(/is missing/);
  expect(() => readNode(key, Buffer.from("v1"))).toThrow(/is damaged: its bytes do not match its hash/);
  expect(() => readNode(key, bytes)).toThrow(/has the unknown format "z"\./);
  expect(() => childKeys(bytes)).toThrow(/cannot be read/);
  for (const read of [() => readNode(key, undefined), () => readNode(key, bytes), () => childKeys(bytes)])
    expect(read).toThrow(expect.objectContaining({ code: "state_corrupt" }));
});

describe("a stored state or its damage", () => {
  test("is the state, or the error that names the node", async () => {
    const { root, store, nodes, keyOf } = stored();
    expect(await tryLoadState(store, root)).toEqual({ state: STATE });
    const key = keyOf("Three.");
    nodes.delete(key);
    expect(await tryLoadState(store, root)).toMatchObject({ code: "state_corrupt", details: { key } });
  });

  test("is any other failure as it is", async () => {
    const store = { getNodes: async () => Promise.reject(new Error("gone")) } as unknown as NodeStorage;
    await expect(tryLoadState(store, "0".repeat(64))).rejects.toThrow("gone");
  });

  test("is no damage if the store refuses to read", async () => {
    const refused = new HoldfastError("invalid_input", "Not now.");
    const store = { getNodes: async () => Promise.reject(refused) } as unknown as NodeStorage;
    await expect(tryLoadState(store, "0".repeat(64))).rejects.toBe(refused);
  });
});

test("a node occurs twice in a state, which gets two values of its own", async () => {
  const twin = { name: long("Twin.") };
  const { root, nodes } = encodeState([twin, twin]);
  const state = await loadState(
    root,
    async (keys) => new Map(keys.map((key) => [key, nodes.get(key) ?? Buffer.of()])),
  );
  expect(state).toEqual([twin, twin]);
  const [one, other] = state as object[];
  expect(one).not.toBe(other);
  const bytes = nodes.get(root);
  expect(childrenOf(readNode(root, bytes)).length).toBeGreaterThan(0);
});
