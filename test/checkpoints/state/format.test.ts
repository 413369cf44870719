import { expect, test } from "vitest";
import { encodeState } from "../../../src/checkpoints/state/encode/encode-state.ts";
import { loadState } from "../../../src/checkpoints/state/load/load-state.ts";
import type { JsonObject, JsonValue } from "../../../src/kernel/json.ts";

/** Texts that look random and are the same in every run. */
function words(seed: number, length: number): string {
  let state = seed * 2_654_435_761 + 1;
  let text = "";
  while (text.length < length) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0;
    text += `${(state >>> 8).toString(36)} `;
  }
  return text.slice(0, length);
}

const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, i) => make(i));
const members = (count: number, make: (index: number) => JsonValue): JsonObject =>
  Object.fromEntries(times(count, (i) => [words(i, 12), make(i)]));

/** Lists and objects whose texts end just within and just beyond the length that is inlined. */
const edges = (length: number) => times(6, (i) => words(i, length - 3 + i));

const STATES: Readonly<Record<string, JsonValue>> = {
  scalars: [null, true, false, 0, -0, 1.5, 1e300, -7, "", "text", 'ä\u2028\ud83d\ude00\u0000"\\'],
  integers: [2n ** 53n, -(2n ** 64n), { big: 10n ** 30n }],
  "a number": 42,
  "a text": "text",
  "a long text": words(1, 5_000),
  "an empty list": [],
  "an empty object": {},
  "keys in another order than they are written": { b: 1, a: 2, "\ud83d\ude00": 3, "\uff00": 4, "": 5 },
  "a list that just fits into its text": [words(1, 4_091)],
  "a list that just does not": [words(1, 4_092)],
  "an object that just fits into its text": { a: words(1, 4_087) },
  "an object that just does not": { a: words(1, 4_088) },
  "many numbers": times(3_000, (i) => (i * 7_919) % 1_000),
  "many equal entries": times(2_000, () => "same"),
  "texts around the length that is always inlined": times(40, (i) => edges(254)[i % 6] ?? ""),
  "texts that end a run alone": times(5, (i) => words(i, 20_000)),
  "texts that are too long for the node of their run": times(80, (i) => words(i, 5_000)),
  "many integers beyond doubles": times(200, (i) => 2n ** 64n + BigInt(i * 7_919)),
  "messages of a conversation": times(400, (i) => ({
    role: i % 2 === 0 ? "user" : "agent",
    text: words(i, (i * 37) % 900),
  })),
  "lists in lists": times(12, (i) => times(300, (j) => words(i * j, 20))),
  "a list in which an integer is beyond doubles": times(200, (i) => (i === 150 ? 2n ** 70n : words(i, 40))),
  "many members": members(800, (i) => words(i, 30)),
  "members around the length that is always inlined": members(60, (i) => edges(254)[i % 6] ?? ""),
  "members that are trees": members(30, (i) => times(200, (j) => words(i + j, 25))),
};

test("D9: each of these states is read as it was written", async () => {
  for (const [name, state] of Object.entries(STATES)) {
    const { root, nodes } = encodeState(state);
    const read = async (keys: string[]) => new Map(keys.map((key) => [key, nodes.get(key) ?? Buffer.of()]));
    expect(await loadState(root, read), name).toStrictEqual(state);
  }
});

/** Earlier versions sorted keys by their UTF-16 code units. */
function sorted(value: JsonValue): JsonValue {
  if (Array.isArray(value)) return value.map(sorted);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value).map(([key, member]) => [key, sorted(member)] as const);
  return Object.fromEntries(entries.sort(([a], [b]) => (a < b ? -1 : 1)));
}

test("D9: equal states with sorted keys have the roots and nodes that they had in every version", () => {
  const made = Object.entries(STATES).map(([name, state]) => {
    const { root, nodes } = encodeState(sorted(state));
    const bytes = [...nodes.values()].reduce((sum, node) => sum + node.length, 0);
    return `${name}: ${root.slice(0, 16)}, ${nodes.size} nodes, ${bytes} bytes`;
  });
  expect(made).toMatchInlineSnapshot(`
    [
      "scalars: 919e1b5a6816dd22, 1 nodes, 69 bytes",
      "integers: be3733be2e75973d, 5 nodes, 349 bytes",
      "a number: aafa8c00753f1a92, 1 nodes, 3 bytes",
      "a text: 703dba3176942eea, 1 nodes, 7 bytes",
      "a long text: 368a0dcd48565e85, 1 nodes, 5003 bytes",
      "an empty list: d0c64cdf687c4fa5, 1 nodes, 3 bytes",
      "an empty object: ca04f7d6631baf84, 1 nodes, 3 bytes",
      "keys in another order than they are written: e8ba1c82b8cc5e38, 1 nodes, 36 bytes",
      "a list that just fits into its text: 4a9236330a56777a, 1 nodes, 4096 bytes",
      "a list that just does not: b83f70d60e15c0ae, 2 nodes, 4164 bytes",
      "an object that just fits into its text: 1a6620bc2fbbfbbd, 1 nodes, 4096 bytes",
      "an object that just does not: 1849a573f92a133a, 2 nodes, 4164 bytes",
      "many numbers: c5d09d14173c28e9, 19 nodes, 13516 bytes",
      "many equal entries: 2f33516735325587, 3 nodes, 4469 bytes",
      "texts around the length that is always inlined: f31524e4b8d1c765, 3 nodes, 8533 bytes",
      "texts that end a run alone: 9261c11246441867, 6 nodes, 100352 bytes",
      "texts that are too long for the node of their run: 2b98f0d605d017a9, 86 nodes, 405791 bytes",
      "many integers beyond doubles: 02eb042e8f27954b, 208 nodes, 17867 bytes",
      "messages of a conversation: e9cbc818346763cd, 41 nodes, 189399 bytes",
      "lists in lists: d59e4f3089f8b8e9, 111 nodes, 94542 bytes",
      "a list in which an integer is beyond doubles: b0f1a7b3b5a1cf3b, 10 nodes, 9350 bytes",
      "many members: 02fb23c8a380013d, 33 nodes, 41217 bytes",
      "members around the length that is always inlined: 94d8c5bf09b82d9d, 5 nodes, 13134 bytes",
      "members that are trees: 2674bcdbd36a9182, 102 nodes, 56135 bytes",
    ]
  `);
});
