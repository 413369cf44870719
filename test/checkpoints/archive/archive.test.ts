import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { gunzipSync, gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import type { OpenContext } from "../../../src/app.ts";
import { archiveAndDelete } from "../../../src/checkpoints/archive/archive-checkpoints.ts";
import { archiveOperation } from "../../../src/checkpoints/operations/archive.ts";
import { inspect } from "../../../src/checkpoints/operations/inspect.ts";
import { prune } from "../../../src/checkpoints/operations/prune.ts";
import type { Archive } from "../../../src/kernel/ports/archive.ts";
import { save } from "../../../src/place/operations/save.ts";
import { doctor } from "../../../src/setup/operations/doctor.ts";
import { redact } from "../../../src/setup/operations/redact.ts";
import { KEYS, withBucketServer } from "../../support/bucket-server.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";

const DAY_MS = 86_400_000;
const STATE = { decisions: [{ phase: "1", decision: "Use PostgreSQL" }], todos: ["ä", "\ud83d\ude00"] };

function configure(place: TestPlace, archive: object): void {
  mkdirSync(join(place.root, "state"), { recursive: true, mode: 0o700 });
  writeFileSync(join(place.root, "state/config.json"), JSON.stringify({ archive }));
}

/** Saves steps of a workflow, and lets all but the last expire. */
async function expire(ctx: OpenContext, place: TestPlace, count = 3): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++)
    ids.push((await save.call(ctx, { workflow: "w", step: `step ${i}`, state: { ...STATE, i } })).id);
  place.clock.now += 8 * DAY_MS;
  await save.call(ctx, { workflow: "w", step: "now", state: STATE });
  return ids;
}

const idsOf = async (ctx: OpenContext) =>
  (await ctx.store.listCheckpoints({ limit: 100, includeTrashed: true })).map(({ id }) => id);

async function restoreElsewhere(
  archive: object,
  { env = {}, damaged = 0 }: { env?: Record<string, string>; damaged?: number } = {},
): Promise<[string, unknown][]> {
  const found: [string, unknown][] = [];
  await withPlace(async (other) => {
    configure(other, archive);
    const ctx = await other.open({}, { env });
    const { restored, warnings } = await archiveOperation.call(ctx, { action: "restore" });
    expect(warnings).toHaveLength(damaged);
    for (const id of restored) found.push([id, (await inspect.call(ctx, { id })).state]);
    expect((await archiveOperation.call(ctx, { action: "restore" })).restored).toEqual([]);
    // Old as they are, they do not go again.
    other.clock.now += 30 * DAY_MS;
    expect((await prune.call(ctx, {})).checkpoints).toBe(0);
  });
  return byId(found);
}

function byId(found: [string, unknown][]): [string, unknown][] {
  return found.sort(([one], [other]) => (one < other ? -1 : 1));
}

test("D53: what expires goes into a bundle, and comes back whole on an empty machine", () =>
  withPlace(async (place) => {
    const archive = { to: join(place.root, "archive") };
    configure(place, archive);
    const ctx = await place.open();
    const ids = await expire(ctx, place);
    expect(await prune.call(ctx, {})).toMatchObject({ checkpoints: 3, warning: null });
    expect(await idsOf(ctx)).toHaveLength(1);
    const { bundles } = await archiveOperation.call(ctx, {});
    expect(bundles).toMatchObject([{ checkpoints: 3, from: "2026-11-21", to: "2026-11-21" }]);
    expect(await restoreElsewhere(archive)).toEqual(byId(ids.map((id, i) => [id, { ...STATE, i }])));
  }));

test("D53: a state of any size comes back, also one that is stored as a tree", () =>
  withPlace(async (place) => {
    const archive = { to: join(place.root, "archive") };
    configure(place, archive);
    const ctx = await place.open();
    const messages = Array.from({ length: 400 }, (_, i) => ({ role: "user", text: `message ${i} of many` }));
    const { id } = await save.call(ctx, { workflow: "w", step: "one", state: { messages } });
    place.clock.now += 8 * DAY_MS;
    await save.call(ctx, { workflow: "w", step: "now", state: STATE });
    expect(await prune.call(ctx, {})).toMatchObject({ checkpoints: 1, warning: null });
    expect(await restoreElsewhere(archive)).toEqual([[id, { messages }]]);
  }));

test("D53: a bucket takes bundles over signed requests, lists all of its pages and gives them back", () =>
  withBucketServer(async ({ endpoint, objects }) => {
    await withPlace(async (place) => {
      const archive = { to: "s3://shop/agents", endpoint, region: "eu-central-1" };
      configure(place, archive);
      const ctx = await place.open({}, { env: KEYS });
      const ids: string[] = [];
      for (let round = 0; round < 3; round++) {
        ids.push(...(await expire(ctx, place, 1)));
        expect((await prune.call(ctx, {})).warning).toBeNull();
      }
      expect((await archiveOperation.call(ctx, {})).bundles).toHaveLength(3);
      expect([...objects.keys()].every((path) => path.startsWith("/shop/agents/"))).toBe(true);
      expect((await restoreElsewhere(archive, { env: KEYS })).map(([id]) => id)).toEqual(
        expect.arrayContaining(ids),
      );
    });
  }));

test("D53: a bucket that refuses or cannot be reached deletes nothing, and doctor says so", () =>
  withBucketServer(async ({ endpoint, objects, failWith }) => {
    await withPlace(async (place) => {
      configure(place, { to: "s3://shop", endpoint });
      const wrong = await place.open({}, { env: { ...KEYS, AWS_SECRET_ACCESS_KEY: "another" } });
      await expire(wrong, place);
      expect((await prune.call(wrong, {})).warning).toContain("403 (SignatureDoesNotMatch)");
      const none = await place.open({}, { env: {} });
      expect((await prune.call(none, {})).warning).toContain("AWS_ACCESS_KEY_ID");
      const right = await place.open({}, { env: KEYS });
      failWith.status = 507;
      expect((await prune.call(right, {})).warning).toContain("507");
      expect(await idsOf(right)).toHaveLength(4);
      const { findings } = await doctor.call(right, {});
      expect(findings.find(({ check }) => check.includes("archive"))).toMatchObject({ ok: false });
      failWith.status = 0;
      expect((await prune.call(right, {})).checkpoints).toBe(3);
      expect(objects.size).toBe(1);
    });
  }));

test("D53 D50: a bundle holds no secret that the rules of today find, nor what a person has deleted", () =>
  withPlace(async (place) => {
    configure(place, { to: join(place.root, "archive") });
    const ctx = await place.open();
    const secret = `ghp_${"a1B2c3D4".repeat(4)}abcd`;
    const unredacted = { ...ctx, redactor: { ...ctx.redactor, text: String, json: <T>(value: T) => value } };
    await save.call(unredacted, { workflow: "w", step: "old", state: { output: `token ${secret}` } });
    const ids = await expire(ctx, place);
    await ctx.store.updateCheckpoint(ids[1] ?? "", { trashedAt: 1 });
    await prune.call(ctx, {});
    const folder = join(place.root, "archive");
    const [name = ""] = readdirSync(folder);
    const text = gunzipSync(readFileSync(join(folder, name))).toString();
    expect(text).toContain('"stepName":"old"');
    expect(text).toContain(`"id":"${ids[0]}"`);
    expect(text).not.toContain(secret);
    expect(text).not.toContain(`"id":"${ids[1]}"`);
  }));

class Killed extends Error {}

/** An archive in memory that dies at the given call, after or before it took effect. */
function dyingArchive(at: number, after: boolean): { archive: Archive; kept: Map<string, Uint8Array> } {
  const kept = new Map<string, Uint8Array>();
  let calls = 0;
  const call = async <T>(work: () => T): Promise<T> => {
    calls += 1;
    if (calls === at && !after) throw new Killed();
    const result = work();
    if (calls === at) throw new Killed();
    return result;
  };
  const archive: Archive = {
    where: "memory",
    put: (name, bytes) => call(() => void kept.set(name, bytes)),
    get: (name) => call(() => kept.get(name)),
    list: async () => [...kept].map(([name, { length }]) => ({ name, bytes: length })),
  };
  return { archive, kept };
}

test.each([
  { at: 1, after: false, what: "before the bundle is stored" },
  { at: 1, after: true, what: "after it was stored" },
  { at: 2, after: true, what: "before anything is deleted" },
])("D53: killed $what, the next prune loses nothing and doubles nothing", ({ at, after }) =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const ids = await expire(ctx, place);
    const { archive, kept } = dyingArchive(at, after);
    await expect(archiveAndDelete(ctx, archive, ids)).rejects.toThrow(Killed);
    expect(await idsOf(ctx)).toHaveLength(4);
    // What has expired meanwhile makes another slice than the one that was begun.
    place.clock.now += 8 * DAY_MS;
    await save.call(ctx, { workflow: "w", step: "later", state: STATE });
    await prune.call({ ...ctx, archive: async () => archive }, {});
    expect(await idsOf(ctx)).toHaveLength(1);
    const all = [...kept.values()].flatMap((bytes) =>
      gunzipSync(bytes)
        .toString()
        .split("\n")
        .flatMap((line) => /"checkpoint":\{"id":"(\w+)"/.exec(line)?.[1] ?? []),
    );
    expect(all).toHaveLength(4);
    expect(all).toEqual(expect.arrayContaining(ids));
    expect(existsSync(join(ctx.paths.state, "archiving.json"))).toBe(false);
  }),
);

test("D53: a damaged bundle is refused, and nothing of it is restored", () =>
  withPlace(async (place) => {
    const folder = join(place.root, "archive");
    configure(place, { to: folder });
    const ctx = await place.open();
    await expire(ctx, place);
    await prune.call(ctx, {});
    const [name = ""] = readdirSync(folder);
    const bytes = readFileSync(join(folder, name));
    const lines = gunzipSync(bytes).toString().trimEnd().split("\n");
    const shorter = gzipSync(`${lines.slice(0, -1).join("\n")}\n`);
    for (const damaged of [bytes.subarray(0, bytes.length / 2), Buffer.alloc(0), shorter]) {
      writeFileSync(join(folder, name), damaged);
      await expect(archiveOperation.call(ctx, { action: "restore" })).rejects.toMatchObject({
        code: "state_corrupt",
      });
    }
    expect(await idsOf(ctx)).toHaveLength(1);
  }));

/** An archive as its own server or file system has it: bundles by name. */
interface Kept {
  archive: object;
  env: Record<string, string>;
  put(name: string, bytes: Buffer): void;
  bundles(): Map<string, Buffer>;
}

const PLACES: Record<string, (place: TestPlace, work: (kept: Kept) => Promise<void>) => Promise<void>> = {
  "a folder": ({ root }, work) => {
    const folder = join(root, "bundles");
    const bundles = () =>
      new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const));
    const put = (name: string, bytes: Buffer) => writeFileSync(join(folder, name), bytes);
    return work({ archive: { to: folder }, env: {}, put, bundles });
  },
  "a bucket": (_, work) =>
    withBucketServer(async ({ endpoint, objects }) => {
      const bundles = () => new Map([...objects].map(([path, bytes]) => [path.replace("/shop/", ""), bytes]));
      const put = (name: string, bytes: Buffer) => void objects.set(`/shop/${name}`, bytes);
      await work({ archive: { to: "s3://shop", endpoint }, env: KEYS, put, bundles });
    }),
};

test.each(Object.entries(PLACES))(
  "RED-R13: redact rewrites the bundles of %s that hold a secret, and no others, and names those it cannot search",
  (_, withArchive) =>
    withPlace((place) =>
      withArchive(place, async ({ archive, env, put, bundles }) => {
        configure(place, archive);
        const ctx = await place.open({}, { env });
        const token = "ghp_x8Kq2mZ7vR4tB9nW3yL6cD1fH5jP0sQaE2uG";
        const older = {
          ...ctx,
          redactor: {
            text: (text: string) => text,
            lines: (lines: readonly string[]) => [...lines],
            json: <T>(value: T) => value,
          },
        };
        for (const [workflow, key] of [
          ["plain", "none"],
          ["leaky", token],
        ] as const) {
          await save.call(older, { workflow, step: `with ${key}`, state: { key, left: ["untouched"] } });
          await archiveOperation.call(older, { action: "save", workflow });
        }
        const damaged = "2020-01-01_2020-01-01_1_0123456789abcdef.jsonl.gz";
        put(damaged, Buffer.from("no bundle"));
        const whole = () => [...bundles()].filter(([name]) => name !== damaged);
        const text = () =>
          whole()
            .map(([, bytes]) => gunzipSync(bytes).toString())
            .join();
        const before = new Map(whole());
        const warnings = [expect.stringContaining(`${damaged} was not searched`)];
        expect(await redact.call(ctx, { dryRun: true })).toMatchObject({ bundles: 1, warnings });
        expect(text()).toContain(token);
        expect(await redact.call(ctx, {})).toMatchObject({ bundles: 1, warnings });
        expect(text()).not.toContain(token);
        expect(text().match(/untouched/g)).toHaveLength(2);
        expect(whole().filter(([name, bytes]) => before.get(name)?.equals(bytes))).toHaveLength(1);
        expect(await redact.call(ctx, {})).toMatchObject({ bundles: 0, warnings });
        expect(await restoreElsewhere(archive, { env, damaged: 1 })).toHaveLength(2);
      }),
    ),
);
