import { mkdirSync, rmSync, symlinkSync } from "node:fs";
import { connect, createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { createIdentity } from "../../src/daemon/control/daemon-record.ts";
import { Daemon } from "../../src/daemon/daemon.ts";
import type { DaemonWiring } from "../../src/daemon/daemon-wiring.ts";
import type { Context } from "../../src/kernel/context.ts";
import { eventually } from "../support/hook-bench.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const SILENT = { info: () => {}, error: () => {} };

async function createDaemon(place: TestPlace, more: Partial<DaemonWiring> = {}) {
  const ctx = await place.open();
  const { paths, processes } = ctx;
  for (const directory of [paths.spool, paths.logs]) mkdirSync(directory, { recursive: true });
  const wiring: DaemonWiring = {
    paths,
    env: {},
    clock: Date.now,
    processes,
    version: "0.0.1",
    open: async () => ctx,
    handle: async () => [],
    ...more,
  };
  return { ctx, paths, daemon: new Daemon(ctx, SILENT, wiring, createIdentity(wiring)) };
}

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((done) => void server.listen(0, "127.0.0.1", done));
  const address = server.address();
  await new Promise((done) => void server.close(done));
  return typeof address === "object" ? (address?.port ?? 0) : 0;
}

const answers = (target: { port: number; host: string } | { path: string }) =>
  new Promise<boolean>((done) => {
    const socket = connect(target);
    socket.on("connect", () => done(true)).on("error", () => done(false));
    socket.on("connect", () => socket.destroy());
  });

test.each([
  [
    "its socket cannot be created",
    ({ socket }: Context["paths"]) => mkdirSync(join(socket, "in-use"), { recursive: true }),
  ],
  ["its record cannot be written", ({ state }: Context["paths"]) => mkdirSync(join(state, "daemon.json"))],
  [
    "its spool cannot be read",
    ({ spool }: Context["paths"]) => {
      rmSync(spool, { recursive: true });
      symlinkSync(spool, spool);
    },
  ],
])("a daemon that cannot start because %s leaves no port and no socket open", async (_, damage) => {
  const port = await freePort();
  await withPlace(
    async (place) => {
      const loopbackApi = () => () => new Response("");
      const { daemon, paths } = await createDaemon(place, { loopbackApi });
      damage(paths);
      await expect(daemon.run()).rejects.toThrow();
      await expect(answers({ port, host: "127.0.0.1" })).resolves.toBe(false);
      await expect(answers({ path: paths.socket })).resolves.toBe(false);
    },
    { daemon: { http: { enabled: true, port } } },
  );
});

test("a task is skipped while its previous run is pending, and runs again afterwards", () =>
  withPlace(async (place) => {
    const failRuns: ((error: Error) => void)[] = [];
    const run = (_: Context, signal: AbortSignal) =>
      new Promise<void>((resolve, reject) => {
        failRuns.push(reject);
        signal.addEventListener("abort", () => resolve());
      });
    const slow = { name: "slow", everyMs: 10, run };
    let others = 0;
    const other = { name: "other", everyMs: 10, run: async () => (others += 1) };
    const { daemon, paths } = await createDaemon(place, { tasks: [slow, other] });
    const end = daemon.run();
    await eventually(async () => others > 10);
    expect(failRuns).toHaveLength(1);
    failRuns[0]?.(new Error("failed"));
    await eventually(async () => failRuns.length === 2);
    rmSync(paths.socket);
    await end;
  }));

test("a daemon that stops waits for its tasks, so that they end before the store is closed", () =>
  withPlace(async (place) => {
    const steps: string[] = [];
    const run = async (_: Context, signal: AbortSignal) => {
      steps.push("started");
      await new Promise((resolve) => signal.addEventListener("abort", resolve));
      await sleep(300);
      steps.push("ended");
    };
    const { daemon, paths } = await createDaemon(place, { tasks: [{ name: "slow", everyMs: 10, run }] });
    const end = daemon.run();
    await eventually(async () => steps.length === 1);
    rmSync(paths.socket);
    await end;
    expect(steps).toEqual(["started", "ended"]);
  }));

test(
  "a task that does not end delays the end of the daemon for at most five seconds",
  () =>
    withPlace(async (place) => {
      let started = false;
      const run = () => {
        started = true;
        return new Promise(() => {});
      };
      const { daemon, paths } = await createDaemon(place, { tasks: [{ name: "stuck", everyMs: 10, run }] });
      const end = daemon.run().then(() => "ended");
      await eventually(async () => started);
      rmSync(paths.socket);
      await expect(end).resolves.toBe("ended");
    }),
  20_000,
);

test("an idle daemon stays as long as it is needed", () =>
  withPlace(
    async (place) => {
      let asked = 0;
      const isNeeded = async () => ++asked < 2;
      const { daemon } = await createDaemon(place, { isNeeded });
      const began = performance.now();
      await daemon.run();
      expect(asked).toBe(2);
      expect(performance.now() - began).toBeGreaterThan(2_000);
    },
    { daemon: { idleExitMs: 1_000 } },
  ));

test("an idle daemon for which nobody can say whether it is needed exits", () =>
  withPlace(
    async (place) => {
      const { daemon } = await createDaemon(place, { isNeeded: () => Promise.reject(new Error("no store")) });
      await expect(daemon.run()).resolves.toBeUndefined();
    },
    { daemon: { idleExitMs: 1_000 } },
  ));

test("a daemon is not idle while a browser shows the page, and exits afterwards", () =>
  withPlace(
    async (place) => {
      let asked = 0;
      const isOpen = () => ++asked <= 4;
      const page = { api: () => () => new Response(""), issueToken: () => "token", isOpen };
      const { daemon } = await createDaemon(place, { page });
      await daemon.run();
      // Without the page it would have ended after the second check.
      expect(asked).toBeGreaterThan(4);
    },
    { daemon: { idleExitMs: 1_000 } },
  ));
