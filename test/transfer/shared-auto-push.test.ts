import { spawnSync } from "node:child_process";
import { join, resolve } from "node:path";
import { expect, test } from "vitest";
import { doctor } from "../../src/setup/operations/doctor.ts";
import { status } from "../../src/setup/operations/status.ts";
import { createAutoPush } from "../../src/transfer/auto-push.ts";
import { push } from "../../src/transfer/operations/push.ts";
import { withPlace } from "../support/test-context.ts";
import { url, withSharedDatabase } from "./shared-machines.ts";
import { type Machine, work } from "./two-machines.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");
const { signal } = new AbortController();
const REASON = "Sessions that are too large were not pushed. Take them along in a bundle.";
const CHECK = "sessions are pushed automatically";

function switchedOn({ ctx }: Machine) {
  return { ...ctx, config: { ...ctx.config, sync: { ...ctx.config.sync, auto: true } } };
}

test.skipIf(url === "")("with sync.auto, what belongs into a shared database goes there at its end", () =>
  withSharedDatabase(async (one, _other, query) => {
    const ctx = switchedOn(one);
    const directories: string[] = [];
    const autoPush = createAutoPush(async (cwd) => {
      directories.push(cwd);
      await push.call({ ...ctx, caller: { ...ctx.caller, cwd } }, {});
      return undefined;
    });
    const parts = async () => (await query("select session_id from session_parts")).rows;
    const { session } = await work(one);
    await session.start("resume");
    await autoPush(ctx, signal);
    expect(await parts()).toEqual([]);
    await session.end();
    await autoPush(one.ctx, signal);
    expect(await parts()).toEqual([]);
    await autoPush(ctx, signal);
    expect(await parts()).toHaveLength(1);
    one.place.clock.now += 60_000;
    await autoPush(ctx, signal);
    expect(directories).toEqual([one.place.project]);
  }),
);

test.skipIf(url === "")("pushes into a shared database that fail are named until one succeeds", () =>
  withSharedDatabase(async (one) => {
    const ctx = switchedOn(one);
    await work(one);
    await createAutoPush(async () => REASON)(ctx, signal);
    const sentence = `Sessions of ${one.place.project} wait to be pushed to the shared database (1 attempt): ${REASON}`;
    expect((await status.call(ctx, {})).failedPushes).toEqual([sentence]);
    const { findings } = await doctor.call(ctx, {});
    expect(findings).toContainEqual({ check: CHECK, ok: false, advice: sentence });
    const waiting = "the shared database: last push never, last pull never, 1 session not pushed yet";
    expect(findings).toContainEqual({ check: waiting, ok: true, advice: "" });
    await push.call(ctx, {});
    expect((await status.call(ctx, {})).failedPushes).toEqual([]);
    const after = (await doctor.call(ctx, {})).findings;
    expect(after).toContainEqual({ check: CHECK, ok: true, advice: "" });
    expect(after.some(({ check }) => check.endsWith("nothing waits to be pushed"))).toBe(true);
  }),
);

test("doctor says that the server of the database cannot be reached, and what to do", () =>
  withPlace(
    async ({ root, project }) => {
      const { stdout } = spawnSync(process.execPath, [MAIN, "doctor", "--json"], {
        cwd: project,
        env: {
          PATH: process.env["PATH"] ?? "",
          HOME: join(root, "home"),
          HOLDFAST_HOME: join(root, "state"),
        },
        encoding: "utf8",
      });
      expect(JSON.parse(stdout).findings).toContainEqual({
        check: "database is intact",
        ok: false,
        advice: expect.stringMatching(/PostgreSQL server .*Check that the server runs/),
      });
    },
    { store: { url: "postgres://ada@127.0.0.1:1/holdfast" }, sync: { auto: true } },
  ));
