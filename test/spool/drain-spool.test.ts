import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ensurePrivateDirectory } from "../../src/files/private-directory.ts";
import { HoldfastError } from "../../src/kernel/errors.ts";
import { type Paths, pathsFrom } from "../../src/kernel/paths.ts";
import { type DrainOptions, drainSpool } from "../../src/spool/drain-spool.ts";
import type { SpooledEvent } from "../../src/spool/spool-file.ts";

const NOW = 1_800_000_000_000;
const NOTHING = { handled: 0, quarantined: 0, unfinished: 0, more: false };
let root: string;
let paths: Paths;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-spool-"));
  paths = pathsFrom({ HOLDFAST_HOME: root }, root);
  mkdirSync(paths.spool);
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function put(name: string, body: string, age = 0): void {
  const path = join(paths.spool, name);
  writeFileSync(path, `holdfast-spool 1 claude-code PostToolUse 42\n${body}`);
  utimesSync(path, (NOW - age) / 1_000, (NOW - age) / 1_000);
}

async function drain(handle: (event: SpooledEvent) => Promise<unknown>, limit?: number) {
  const redact = (text: string) => text.replaceAll("hunter2", "[gone]");
  const handleAll: DrainOptions["handle"] = async (events) =>
    await Promise.allSettled(events.map(({ spooled }) => handle(spooled)));
  return drainSpool({ paths, clock: () => NOW, handle: handleAll, redact, ...(limit ? { limit } : {}) });
}

const spooled = () => readdirSync(paths.spool).toSorted();

test("hands over events in the order they were written, then by name, and deletes them", async () => {
  put("bbbbbbbb.json", '{"n":2}', 500);
  put("cccccccc.json", '{"n":1}', 900);
  put("aaaaaaaa.json", '{"n":3}', 500);
  const seen: SpooledEvent[] = [];
  await expect(drain(async (event) => seen.push(event))).resolves.toEqual({
    handled: 3,
    quarantined: 0,
    unfinished: 0,
    more: false,
  });
  expect(seen.map(({ id }) => id)).toEqual(["cccccccc", "aaaaaaaa", "bbbbbbbb"]);
  expect(seen[0]).toEqual({
    id: "cccccccc",
    agent: "claude-code",
    event: "PostToolUse",
    pid: 42,
    at: NOW - 900,
    payload: { n: 1 },
  });
  expect(spooled()).toEqual([]);
});

test("R-Q2: a store that is unhealthy ends the drain and loses nothing", async () => {
  put("aaaaaaaa.json", "{}", 2);
  put("bbbbbbbb.json", "{}", 1);
  const busy = async () => {
    throw new HoldfastError("store_busy", "locked");
  };
  await expect(drain(busy)).resolves.toMatchObject({ handled: 0, quarantined: 0, more: true });
  expect(spooled()).toEqual(["aaaaaaaa.json", "bbbbbbbb.json"]);
});

test("an event that keeps failing is tried three times, then quarantined without its secrets", async () => {
  put("aaaaaaaa.json", '{"password":"hunter2"}');
  put("bbbbbbbb.json", "{}");
  let tries = 0;
  const poison = async ({ id }: SpooledEvent) => {
    if (id === "bbbbbbbb") return;
    tries += 1;
    throw new Error("cannot handle this one");
  };
  for (let round = 0; round < 4; round += 1) await drain(poison);
  expect(tries).toBe(3);
  expect(spooled()).toEqual([]);
  const [name] = readdirSync(paths.quarantine);
  expect(readFileSync(join(paths.quarantine, name!), "utf8")).toBe(
    '# cannot handle this one\nholdfast-spool 1 claude-code PostToolUse 42\n{"password":"[gone]"}',
  );
});

test("R-H9: a torn file is skipped while it may still be written, and quarantined once it cannot", async () => {
  put("aaaaaaaa.json", '{"half":', 5_000);
  put("bbbbbbbb.json", '{"half":', 70_000);
  await expect(drain(async () => {})).resolves.toEqual({
    handled: 0,
    quarantined: 1,
    unfinished: 1,
    more: true,
  });
  expect(spooled()).toEqual(["aaaaaaaa.json"]);
});

test("R-H9: a hook's waiting file is left to the hook for 20 seconds, then adopted when it is whole", async () => {
  put("aaaaaaaa.part", "{}", 19_000);
  put("bbbbbbbb.part", "{}", 21_000);
  const seen: string[] = [];
  await drain(async ({ id }) => seen.push(id));
  expect(seen).toEqual(["bbbbbbbb"]);
  expect(spooled()).toEqual(["aaaaaaaa.part"]);
});

test("strangers in the folder are not touched, and a foreign header is quarantined", async () => {
  writeFileSync(join(paths.spool, "README"), "mine");
  writeFileSync(join(paths.spool, "aaaaaaaa.json"), "something else\n{}");
  await expect(drain(async () => {})).resolves.toMatchObject({ quarantined: 1 });
  expect(spooled()).toEqual(["README"]);
});

test("one call handles at most its limit and reports that more is waiting", async () => {
  for (const name of ["aaaaaaaa", "bbbbbbbb", "cccccccc"]) put(`${name}.json`, "{}");
  await expect(drain(async () => {}, 2)).resolves.toMatchObject({ handled: 2, quarantined: 0, more: true });
});

test("a folder that is not there yet holds nothing", async () => {
  rmSync(paths.spool, { recursive: true });
  await expect(drain(async () => {})).resolves.toEqual(NOTHING);
});

test("no group is begun after the time that a caller gives", async () => {
  for (let number = 10; number < 30; number += 1) put(`event-${number}.json`, "{}", 1_000 - number);
  const times = [NOW, NOW + 10];
  const result = await drainSpool({
    paths,
    clock: () => times.shift() ?? 0,
    age: () => NOW,
    until: NOW + 10,
    redact: (text) => text,
    handle: async (events) => events.map((value) => ({ status: "fulfilled", value })),
  });
  expect(result).toEqual({ ...NOTHING, handled: 16, more: true });
});

test.each(["store_busy", "store_full", "config_invalid"] as const)(
  "R-Q2: %s ends the call before the next group; failures are reported by name, and tried again later",
  async (code) => {
    for (let number = 10; number < 30; number += 1) put(`event-${number}.json`, "{}", 1_000 - number);
    const failures: unknown[] = [];
    let groups = 0;
    const result = await drainSpool({
      paths,
      clock: () => NOW,
      redact: (text) => text,
      onFailure: (_, event) => failures.push(event),
      handle: async (events) => {
        groups += 1;
        return events.map(() => ({ status: "rejected", reason: new HoldfastError(code, "not now") }));
      },
    });
    expect(groups).toBe(1);
    expect(result).toEqual({ ...NOTHING, more: true });
    expect(failures).toEqual(Array(16).fill("PostToolUse"));
    expect(spooled()).toHaveLength(20);
  },
);

test("an event that the agent's adapter refuses is not tried again; nor is one whose file is no JSON", async () => {
  put("aaaaaaaa.json", "{}");
  put("bbbbbbbb.json", '{"half":', 70_000);
  const refuse = async () => {
    throw new HoldfastError("invalid_input", "prompt: not a text");
  };
  await expect(drain(refuse)).resolves.toEqual({ ...NOTHING, quarantined: 2 });
  const reasons = readdirSync(paths.quarantine)
    .toSorted()
    .map((name) => readFileSync(join(paths.quarantine, name), "utf8").split("\n")[0]);
  expect(reasons).toEqual(["# prompt: not a text", "# not a whole JSON document"]);
});

test("an event that another process takes while it is handled counts, and is no failure", async () => {
  put("aaaaaaaa.json", "{}");
  const taken = async () => rmSync(join(paths.spool, "aaaaaaaa.json"));
  await expect(drain(taken)).resolves.toEqual({ ...NOTHING, handled: 1 });
});

test("a failed event whose file cannot be renamed is left for later", async () => {
  put("aaaaaaaa.json", "{}");
  const taken = async () => {
    rmSync(join(paths.spool, "aaaaaaaa.json"));
    throw new Error("cannot");
  };
  await expect(drain(taken)).resolves.toEqual({ ...NOTHING, more: true });
});

test("an awaited event that is not whole, or fails, leaves nothing to a later call", async () => {
  put("aaaaaaaa.part", '{"half":', 200);
  put("bbbbbbbb.part", "{}", 100);
  const result = await drainSpool({
    paths,
    clock: () => NOW,
    redact: (text) => text,
    awaitedIds: new Set(["aaaaaaaa", "bbbbbbbb"]),
    handle: async (events) => events.map(() => ({ status: "rejected", reason: new Error("cannot") })),
  });
  expect(result).toEqual(NOTHING);
  expect(spooled()).toEqual(["aaaaaaaa.part", "bbbbbbbb.part"]);
});

test("an event that was left to be drained is no one's to wait for, even if it was asked for", async () => {
  put("aaaaaaaa.json", "{}");
  const seen: boolean[] = [];
  await drainSpool({
    paths,
    clock: () => NOW,
    redact: (text) => text,
    awaitedIds: new Set(["aaaaaaaa"]),
    handle: async (events) => {
      seen.push(...events.map(({ awaited }) => awaited));
      return events.map((value) => ({ status: "fulfilled", value }));
    },
  });
  expect(seen).toEqual([false]);
  expect(spooled()).toEqual([]);
});

test("events are handed over in groups that are bounded by number and by size", async () => {
  for (let number = 10; number < 30; number += 1) put(`event-${number}.json`, "{}", 1_000 - number);
  put("large-one.json", JSON.stringify("x".repeat(1024 * 1024)));
  const groups: number[] = [];
  await drainSpool({
    paths,
    clock: () => NOW,
    redact: (text) => text,
    handle: async (events) => {
      groups.push(events.length);
      return events.map((value) => ({ status: "fulfilled", value }));
    },
  });
  expect(groups).toEqual([16, 4, 1]);
});

test("a hook that waits for its answer comes in its turn, and its file is left to it however that ends", async () => {
  put("aaaaaaaa.json", "{}", 300);
  put("bbbbbbbb.part", "{}", 200);
  put("cccccccc.part", "{}", 150);
  put("dddddddd.json", "{}", 100);
  const awaitedIds = new Set(["bbbbbbbb", "cccccccc"]);
  const seen: [string, boolean][] = [];
  const handleAll: DrainOptions["handle"] = async (events) =>
    events.map(({ spooled, awaited }) => {
      seen.push([spooled.id, awaited]);
      if (spooled.id === "cccccccc") return { status: "rejected", reason: new Error("cannot") };
      return { status: "fulfilled", value: "" };
    });
  await drainSpool({
    paths,
    clock: () => NOW,
    handle: handleAll,
    redact: (text) => text,
    awaitedIds,
    limit: 1,
  });
  expect(seen).toEqual([
    ["aaaaaaaa", false],
    ["bbbbbbbb", true],
    ["cccccccc", true],
  ]);
  expect(spooled()).toEqual(["bbbbbbbb.part", "cccccccc.part", "dddddddd.json"]);
});

test("invalid UTF-8 becomes replacement characters and no error (R-H7)", async () => {
  const body = Buffer.concat([
    Buffer.from('holdfast-spool 1 claude-code Stop 0\n{"a":"'),
    Buffer.from([0xff, 0xfe]),
    Buffer.from('"}'),
  ]);
  writeFileSync(join(paths.spool, "aaaaaaaa.json"), body);
  const seen: SpooledEvent[] = [];
  await drain(async (event) => seen.push(event));
  expect(seen[0]?.payload).toEqual({ a: "\ufffd\ufffd" });
});

test("SEC-S18: a folder of our own that is open to others is narrowed; a file in its place is refused", () => {
  const open = join(root, "open");
  mkdirSync(open);
  chmodSync(open, 0o777);
  ensurePrivateDirectory(open);
  expect(statSync(open).mode & 0o777).toBe(0o700);
  const file = join(root, "file");
  writeFileSync(file, "");
  expect(() => ensurePrivateDirectory(join(file, "x"))).toThrow();
});
