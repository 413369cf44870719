import { spawn, spawnSync } from "node:child_process";
import {
  chmodSync,
  chownSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer, type Server } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, expect, test } from "vitest";
import { drainSpool } from "../../src/spool/drain-spool.ts";
import {
  buildHookProgram,
  eventually,
  type HookBench,
  type HookRun,
  openHookBench,
} from "../support/hook-bench.ts";

const REPLYING = ["SessionStart", "UserPromptSubmit", "Stop", "PreCompact"];
const ALL = [...REPLYING, "PostToolUse", "SessionEnd"];
/** quality.md §1, and as much again for a machine that runs other tests beside this one. */
const BUDGET = { SessionStart: 3_000, other: 1_500 };

let program: Awaited<ReturnType<typeof buildHookProgram>>;
beforeAll(async () => {
  program = await buildHookProgram();
});
afterAll(() => program.remove());

/** P2 and P4: exit 0, a silent stderr, stdout empty or one document that blocks nothing, in time. */
function expectUnfelt(event: string, run: HookRun): void {
  expect(run, event).toMatchObject({ code: 0, err: "" });
  if (run.out !== "") JSON.parse(run.out);
  expect(run.out).not.toContain('"block"');
  expect(run.ms, event).toBeLessThan(event === "SessionStart" ? BUDGET.SessionStart : BUDGET.other);
}

async function allUnfelt(bench: HookBench, env: Record<string, string> = {}): Promise<number> {
  for (const event of ALL) expectUnfelt(event, await bench.hook(event, { env }));
  return ALL.length;
}

/** What the next healthy moment does: a daemon drains what is there. */
async function expectHandledOnce(bench: HookBench, count: number): Promise<void> {
  bench.runDaemon();
  await bench.running();
  await eventually(async () => bench.spooled().length === 0);
  await expect(bench.handled()).resolves.toBe(count);
}

const OFF = { HOLDFAST_NO_DAEMON: "1" };

test("with the daemon up, every event is answered by it and handled once", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  bench.runDaemon();
  await bench.running();
  const start = await bench.hook("SessionStart", { env: { HOLDFAST_NODE: "/nonexistent" } });
  expect(JSON.parse(start.out)).toMatchObject({
    hookSpecificOutput: { additionalContext: "seen session_start" },
  });
  const count = await allUnfelt(bench);
  await eventually(async () => (await bench.handled()) === count + 1);
  expect(bench.spooled()).toEqual([]);
});

test("where there is no perl, curl asks the daemon", async () => {
  await using bench = await openHookBench(program.dist, { env: { ...OFF, HOLDFAST_NODE: "/nonexistent" } });
  bench.runDaemon();
  await bench.running();
  const path = join(bench.root, "bin");
  mkdirSync(path);
  for (const name of ["sh", "cat", "timeout", "curl"]) symlinkSync(join("/usr/bin", name), join(path, name));
  const { out } = await bench.hook("SessionStart", { env: { PATH: path } });
  expect(out).toContain("seen session_start");
});

test("R-H1: with the daemon down, hooks answer from their own process and nothing is lost", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  const start = await bench.hook("SessionStart");
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
  const count = await allUnfelt(bench);
  expect(existsSync(join(bench.paths.state, "daemon-hung"))).toBe(true);
  const { ms, out } = await bench.hook("UserPromptSubmit");
  expect(out).toContain("seen user_prompt_submit");
  expect(ms).toBeLessThan(1_000);
  daemon.kill("SIGCONT");
  await eventually(async () => bench.spooled().length === 0 && (await bench.handled()) === count + 1);
});

test("R-D6: after three unanswered requests a hook has the hung daemon replaced", async () => {
  await using bench = await openHookBench(program.dist);
  const daemon = bench.runDaemon();
  const old = await bench.running();
  daemon.kill("SIGSTOP");
  const marker = join(bench.paths.state, "daemon-hung");
  for (let miss = 0; miss < 3; miss += 1) {
    expectUnfelt("UserPromptSubmit", await bench.hook("UserPromptSubmit"));
    // As if the half minute of peace were over.
    if (existsSync(marker)) spawnSync("touch", ["-d", "1 minute ago", marker]);
  }
  await eventually(async () => {
    const now = await bench.identity();
    return typeof now === "object" && now.instanceId !== old.instanceId;
  });
});

test.each([100, 1_000, 5_000])(
  "R-H5: a daemon that answers after %i ms keeps no hook past its budget",
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
  const start = await bench.hook("SessionStart");
  expectUnfelt("SessionStart", start);
  expect(start.out).toContain("seen session_start");
  const count = (await allUnfelt(bench)) + 1;
  server.close();
  await expectHandledOnce(bench, count);
});

test("R-H2, R-Q2: while another process locks the database no hook waits, blocks or loses an event", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  await bench.hook("SessionStart");
  const script = `const { DatabaseSync } = require("@photostructure/sqlite");
    const db = new DatabaseSync(process.argv[1]); db.exec("begin exclusive"); console.log("locked"); setInterval(() => {}, 1000);`;
  const locker = spawn(process.execPath, ["-e", script, bench.paths.database], { cwd: process.cwd() });
  await new Promise((done) => locker.stdout.once("data", done));
  const down = await allUnfelt(bench);
  bench.runDaemon();
  await sleep(500);
  const up = await allUnfelt(bench);
  locker.kill("SIGKILL");
  await eventually(async () => bench.spooled().length === 0 && (await bench.handled()) === down + up + 1);
});

test.each([
  ["damaged", (file: string) => writeFileSync(file, Buffer.alloc(8_192, 0x5a))],
  ["a folder", (file: string) => mkdirSync(file)],
  [
    "of a newer version",
    (file: string) => void spawnSync("node", ["-e", NEWER, file], { cwd: process.cwd() }),
  ],
])("R-Q8: while the database is %s it is left as it is, and events wait", async (_, damage) => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  damage(bench.paths.database);
  const count = await allUnfelt(bench);
  bench.runDaemon();
  await allUnfelt(bench, { HOLDFAST_NODE: "/nonexistent" });
  expect(bench.spooled()).toHaveLength(count * 2);
  rmSync(bench.paths.database, { recursive: true });
  await expectHandledOnce(bench, count * 2);
});

const NEWER = `const { DatabaseSync } = require("@photostructure/sqlite");
  new DatabaseSync(process.argv[1]).exec("pragma user_version = 9999");`;

test("a database that goes missing under the daemon makes it leave, and nothing after that is lost", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  const daemon = bench.runDaemon();
  await bench.running();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${bench.paths.database}${suffix}`, { force: true });
  await new Promise((done) => daemon.once("exit", done));
  await expectHandledOnce(bench, await allUnfelt(bench));
});

test("R-H9: hooks killed at any moment leave no half event, no lock and no process", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  for (let after = 1; after <= 200; after += 5) {
    const child = spawn(join(program.dist, "hook.sh"), ["claude-code", "UserPromptSubmit"], {
      env: bench.env,
      detached: true,
    });
    child.stdin.on("error", () => {});
    child.stdin.end('{"session_id":"s1","cwd":"/","hook_event_name":"UserPromptSubmit","prompt":"p"}');
    setTimeout(() => child.kill("SIGKILL"), after);
    await new Promise((done) => child.on("exit", done));
  }
  await eventually(async () => !processesOf(bench.paths.state));
  expectUnfelt("Stop", await bench.hook("Stop"));
  // An hour later, what was left is either handled or known to be torn.
  const later = () => Date.now() + 3_600_000;
  const drained = await drainSpool({
    paths: bench.paths,
    clock: later,
    handle: async () => {},
    redact: (text) => text,
  });
  expect(bench.spooled()).toEqual([]);
  expect((await bench.handled()) + drained.handled + drained.quarantined).toBeGreaterThanOrEqual(1);
});

test.runIf(process.getuid?.() === 0)(
  "R-H12: a read-only state folder, as an ordinary user, is met with silence",
  async () => {
    await using bench = await openHookBench(program.dist, { env: OFF });
    await bench.hook("SessionStart");
    const before = bench.spooled().length;
    chmodSync(program.dist, 0o755);
    for (const folder of [bench.root, bench.paths.state, bench.paths.spool]) {
      chmodSync(folder, 0o555);
      chownSync(folder, 65_534, 65_534);
    }
    for (const event of ALL) {
      const run = spawnSync(join(program.dist, "hook.sh"), ["claude-code", event], {
        env: bench.env,
        uid: 65_534,
        gid: 65_534,
        input: "{}",
        encoding: "utf8",
        cwd: "/",
      });
      expect(run).toMatchObject({ status: 0, stdout: "", stderr: "" });
    }
    expect(bench.spooled()).toHaveLength(before);
  },
);

test("R-Q6: on a full disk hooks stay silent and quick; with space again they work", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  const mount = spawnSync("unshare", ["-rm", "true"]).status === 0;
  expect(mount, "this test needs a mount namespace of its own (unshare -rm)").toBe(true);
  const script = `set -e
    mount -t tmpfs -o size=1m,mode=700 tmpfs "$HOLDFAST_HOME"
    run() { printf '{"session_id":"s1","cwd":"/","hook_event_name":"%s","source":"startup","prompt":"p","trigger":"auto"}' "$1" | "$HOOK" claude-code "$1"; printf '|%s\\n' $?; }
    run SessionStart
    dd if=/dev/zero of="$HOLDFAST_HOME/filler" bs=4k 2>/dev/null || :
    for event in ${ALL.join(" ")}; do run $event; done
    rm "$HOLDFAST_HOME/filler"
    run UserPromptSubmit
    cp "$HOLDFAST_HOME"/holdfast.db* "$OUT"`;
  const out = join(bench.root, "out");
  mkdirSync(out);
  const run = spawnSync("unshare", ["-rm", "sh", "-c", script], {
    env: { ...bench.env, HOOK: join(program.dist, "hook.sh"), OUT: out },
    encoding: "utf8",
  });
  expect(run.stderr).toBe("");
  const lines = run.stdout.trim().split("\n");
  expect(lines).toHaveLength(ALL.length + 2);
  expect(lines.every((line) => line.endsWith("|0"))).toBe(true);
  expect(lines.slice(1, -1).filter((line) => line.includes("block"))).toEqual([]);
  expect(lines.at(-1)).toContain("seen user_prompt_submit");
  for (const suffix of ["", "-wal", "-shm"])
    if (existsSync(join(out, `holdfast.db${suffix}`)))
      copyFileSync(join(out, `holdfast.db${suffix}`), `${bench.paths.database}${suffix}`);
  await expect(bench.handled()).resolves.toBeGreaterThanOrEqual(2);
});

function listen(server: Server, path: string): Promise<void> {
  return new Promise((done) => server.listen(path, done));
}

/** True while a process whose environment names this state folder lives. */
function processesOf(state: string): boolean {
  const script = `for e in /proc/[0-9]*/environ; do tr '\\0' '\\n' <$e 2>/dev/null | grep -qx "HOLDFAST_HOME=${state}" && exit 0; done; exit 1`;
  return spawnSync("sh", ["-c", script], { env: { PATH: process.env["PATH"] ?? "" } }).status === 0;
}
