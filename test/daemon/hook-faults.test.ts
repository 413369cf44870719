import { spawn } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, utimesSync } from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { DatabaseSync } from "@photostructure/sqlite";
import { beforeAll, expect, test } from "vitest";
import { claudeCode } from "../../src/agents/claude-code/adapter.ts";
import { hookArguments } from "../../src/agents/hook-command.ts";
import { readDaemonRecord } from "../../src/daemon/control/daemon-record.ts";
import { buildHookProgram, eventually, type HookBench, openHookBench } from "../support/hook-bench.ts";
import {
  allUnfelt,
  eachUnfelt,
  expectHandledOnce,
  expectUnfelt,
  OFF,
  REPLYING,
} from "../support/hook-expectations.ts";
import { processesOf } from "../support/processes-of.mjs";

let program: Awaited<ReturnType<typeof buildHookProgram>>;
beforeAll(async () => {
  program = await buildHookProgram();
});

test("with the daemon up, every event is answered by it and handled once", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  bench.runDaemon();
  await bench.running();
  const start = await bench.hook("SessionStart", { env: { HOLDFAST_NODE: "/nonexistent" }, isPatient: true });
  expect(JSON.parse(start.out)).toMatchObject({
    hookSpecificOutput: { additionalContext: "seen session_start" },
  });
  const count = await eachUnfelt(bench);
  await eventually(async () => (await bench.handled()) === count + 1);
  expect(bench.spooled()).toEqual([]);
});

test("without perl, curl asks the daemon", async () => {
  await using bench = await openHookBench(program.dist, { env: { ...OFF, HOLDFAST_NODE: "/nonexistent" } });
  bench.runDaemon();
  await bench.running();
  const path = join(bench.root, "bin");
  mkdirSync(path);
  for (const name of ["sh", "cat", "timeout", "curl"]) symlinkSync(join("/usr/bin", name), join(path, name));
  const { out } = await bench.hook("SessionStart", { env: { PATH: path }, isPatient: true });
  expect(out).toContain("seen session_start");
});

test("R-H1 R-P2: with the daemon down, hooks answer from their own process and nothing is lost", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  const start = await bench.hook("SessionStart", { isPatient: true });
  expect(JSON.parse(start.out)).toMatchObject({
    hookSpecificOutput: { additionalContext: "seen session_start" },
  });
  await expectHandledOnce(bench, (await allUnfelt(bench)) + 1);
});

test("R-H1: with neither daemon nor node, events wait in the spool", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  const count = await allUnfelt(bench, { HOLDFAST_NODE: "/nonexistent" });
  expect(bench.spooled()).toHaveLength(count);
  await expectHandledOnce(bench, count);
});

test("R-H5: a suspended daemon costs one short wait, then hooks leave it alone; awake, it repeats nothing", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  const daemon = bench.runDaemon();
  await bench.running();
  daemon.kill("SIGSTOP");
  const count = await eachUnfelt(bench);
  const marker = join(bench.paths.state, "daemon-hung");
  const once = readFileSync(marker, "utf8");
  const { out } = await bench.hook("UserPromptSubmit", { isPatient: true });
  expect(out).toContain("seen user_prompt_submit");
  // A hook that had asked in vain would have counted it.
  expect(readFileSync(marker, "utf8")).toBe(once);
  daemon.kill("SIGCONT");
  await eventually(async () => bench.spooled().length === 0 && (await bench.handled()) === count + 1);
});

// These wait rather than compute: they wait together.
test.concurrent.each(["free", "held"])(
  "R-D6: after an unanswered request a hook has the hung daemon replaced, the database's lock %s",
  async (lock) => {
    await using bench = await openHookBench(program.dist);
    const daemon = bench.runDaemon();
    const old = await bench.running();
    using _held = lock === "held" ? await lockDatabase(bench) : undefined;
    daemon.kill("SIGSTOP");
    // Patient, since on a starved machine a hook may be ended before it gets to it.
    await bench.hook("UserPromptSubmit", { deadlineMs: 12_000 });
    // Six seconds of silence, six to end, five to start.
    await eventually(
      async () => {
        // To answer, the new one has to wait for the database as well.
        const now = readDaemonRecord(bench.paths.state);
        return now !== undefined && now.instanceId !== old.instanceId;
      },
      1_000,
      45_000,
    );
  },
);

test("R-D6: concurrent hooks without a daemon start one, even while none of them can be answered", async () => {
  await using bench = await openHookBench(program.dist);
  await bench.hook("SessionStart", { env: OFF });
  using _held = await lockDatabase(bench);
  // Ten that compute at once on a starved machine would all be ended before they get to it.
  const runs = await Promise.all(
    Array.from({ length: 10 }, () => bench.hook("UserPromptSubmit", { deadlineMs: 12_000 })),
  );
  expect(runs.map(({ out }) => out)).toEqual(Array.from({ length: 10 }, () => ""));
  // It listens; to answer it has to wait for the lock as well.
  await eventually(async () => (await bench.identity()) !== "absent");
});

/** Another process's write lock, as one that was stopped in the middle of a transaction holds it. */
async function lockDatabase({ paths, handled }: HookBench): Promise<Disposable> {
  // It migrates a database that is still new: a lock before that is another matter.
  await handled();
  const database = new DatabaseSync(paths.database, { timeout: 5_000 });
  database.exec("begin immediate");
  return { [Symbol.dispose]: () => database.close() };
}

test.concurrent.each([100, 1_000, 5_000])(
  "R-H5 R-P2: a daemon that answers after %i ms keeps no hook past its budget",
  async (slow) => {
    await using bench = await openHookBench(program.dist, {
      env: { ...OFF, HOLDFAST_TEST_SLOW_MS: String(slow) },
    });
    bench.runDaemon();
    await bench.running();
    for (const event of REPLYING) expectUnfelt(event, await bench.hook(event));
    await eventually(async () => (await bench.handled()) === REPLYING.length);
  },
);

test.each([
  ["never answers", () => {}],
  [
    "answers nonsense",
    (socket: { end(text: string): void }) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 14\r\n\r\n{"decision":1}'),
  ],
  [
    "stops in mid-answer",
    (socket: { end(text: string): void }) =>
      socket.end('HTTP/1.1 200 OK\r\ncontent-length: 99\r\n\r\nholdfast 1 {"decision'),
  ],
  ["hangs up", (socket: { destroy(): void }) => socket.destroy()],
])("R-H1, SEC-S20: a stranger on the socket that %s is not believed", async (_, behave) => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  const server = createServer((socket) => {
    socket.on("error", () => {});
    socket.once("data", () => behave(socket));
  });
  await listen(server, bench.paths.socket);
  // What it answers is one question, and how soon is another: a starved machine needs longer than the deadline.
  const start = await bench.hook("SessionStart", { deadlineMs: 12_000 });
  expect(start.out).toContain("seen session_start");
  // So that the stranger is asked again.
  rmSync(join(bench.paths.state, "daemon-hung"), { force: true });
  const count = (await allUnfelt(bench)) + 1;
  server.close();
  await expectHandledOnce(bench, count);
});

test("R-H9: hooks killed at any moment leave no half event, no lock and no process", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  const hookKilled = async (after: number) => {
    const child = spawn(
      join(program.dist, "hook.sh"),
      hookArguments(claudeCode.hooks, "UserPromptSubmit", ""),
      {
        env: bench.env,
        detached: true,
      },
    );
    child.stdin.on("error", () => {});
    child.stdin.end('{"session_id":"s1","cwd":"/","hook_event_name":"UserPromptSubmit","prompt":"p"}');
    setTimeout(() => child.kill("SIGKILL"), after);
    return await new Promise((done) => child.on("exit", done));
  };
  const codes: unknown[] = [];
  // Eight moments at a time, 25 ms apart, so that the machine is not what decides how far a hook gets.
  for (let first = 1; first <= 21; first += 5)
    codes.push(...(await Promise.all(Array.from({ length: 8 }, (_, i) => hookKilled(first + 25 * i)))));
  const finished = codes.filter((code) => code === 0).length;
  await eventually(async () => processesOf(bench.paths.state).length === 0);
  expectUnfelt("Stop", await bench.hook("Stop"));
  // An hour later, what was left is either handled or known to be torn. An event may be both in the database and in the
  // spool, if its hook was ended between the commit and the removal of its file: it must not count twice.
  const waiting = bench.spooled();
  const then = Date.now() / 1_000 - 3_600;
  for (const name of waiting) utimesSync(join(bench.paths.spool, name), then, then);
  bench.runDaemon();
  await bench.running();
  await eventually(async () => bench.spooled().length === 0);
  const { quarantine } = bench.paths;
  const torn = existsSync(quarantine) ? readdirSync(quarantine) : [];
  await expect(bench.unhandled(waiting.map(idOf))).resolves.toEqual(torn.map(idOf).toSorted());
  const handled = await bench.handled();
  expect(handled).toBeGreaterThanOrEqual(finished + 1);
  expect(handled).toBeLessThanOrEqual(40 + 1);
});

function idOf(file: string): string {
  return file.replace(/^spool-/, "").replace(/\..*/, "");
}

function listen(server: Server, path: string): Promise<void> {
  return new Promise((done) => server.listen(path, done));
}
