import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, copyFileSync, existsSync, mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { claudeCode } from "../../src/agents/claude-code/adapter.ts";
import { hookArguments } from "../../src/agents/hook-command.ts";
import { buildFailingFsync } from "../support/failing-fsync.ts";
import { buildHookProgram, eventually, openHookBench } from "../support/hook-bench.ts";
import { ALL, allUnfelt, expectHandledOnce, expectUnfelt, OFF } from "../support/hook-expectations.ts";
import { lockDatabase } from "../support/lock-database.ts";

let program: Awaited<ReturnType<typeof buildHookProgram>>;
beforeAll(async () => {
  program = await buildHookProgram();
});

test("R-H2 R-Q2 R-P3: while another process locks the database no hook waits, blocks or loses an event", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  await bench.hook("SessionStart");
  const locker = lockDatabase(bench.paths.database);
  await locker.locked;
  const down = await allUnfelt(bench);
  bench.runDaemon();
  await sleep(500);
  const up = await allUnfelt(bench);
  locker.kill();
  await eventually(async () => bench.spooled().length === 0 && (await bench.handled()) === down + up + 1);
});

test.each([
  ["damaged", (file: string) => writeFileSync(file, Buffer.alloc(8_192, 0x5a))],
  ["a folder", (file: string) => mkdirSync(file)],
  [
    "of a newer version",
    (file: string) => void spawnSync("node", ["-e", NEWER, file], { cwd: process.cwd() }),
  ],
])("R-Q8 R-P8: while the database is %s it is left as it is, and events wait", async (_, damage) => {
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

test("the daemon exits when its database disappears, and no later event is lost", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  const daemon = bench.runDaemon();
  await bench.running();
  for (const suffix of ["", "-wal", "-shm"]) rmSync(`${bench.paths.database}${suffix}`, { force: true });
  await new Promise((done) => daemon.once("exit", done));
  await expectHandledOnce(bench, await allUnfelt(bench));
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
      const run = spawnSync(join(program.dist, "hook.sh"), hookArguments(claudeCode.hooks, event, ""), {
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

// Without a daemon an answer may miss its deadline on a busy machine, so the prompt after the fault has a few tries.
test("R-Q6: on a full disk hooks stay silent and quick; with space again they work", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  const mount = spawnSync("unshare", ["-rm", "true"]).status === 0;
  expect(mount, "this test needs a mount namespace of its own (unshare -rm)").toBe(true);
  const script = `set -e
    mount -t tmpfs -o size=4m,mode=700 tmpfs "$HOLDFAST_HOME"
    run() { answer=reply
      case $1 in SessionStart) answer=start ;; PostToolUse | SessionEnd) answer=none ;; esac
      printf '{"session_id":"s1","cwd":"/","hook_event_name":"%s","source":"startup","prompt":"p","trigger":"auto"}' "$1" | "$HOOK" claude-code "$1" "" $answer; printf '|%s\\n' $?; }
    run SessionStart
    dd if=/dev/zero of="$HOLDFAST_HOME/filler" bs=4k 2>/dev/null || :
    for event in ${ALL.join(" ")}; do run $event; done
    rm "$HOLDFAST_HOME/filler"
    for _ in 1 2 3 4 5; do
      last=$(run UserPromptSubmit)
      case $last in *seen*) break ;; esac
    done
    printf '%s\\n' "$last"
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

test("R-Q7: while fsync fails no event is taken as handled; afterwards the same daemon handles each once", async () => {
  const shim = buildFailingFsync();
  await using bench = await openHookBench(program.dist, { env: { ...OFF, LD_PRELOAD: shim.library } });
  const failing = join(bench.root, "failing");
  const env = { FSYNC_FAILS_WHILE: failing };
  bench.runDaemon(env);
  const { instanceId } = await bench.running();
  expectUnfelt("SessionStart", await bench.hook("SessionStart", { env }));
  writeFileSync(failing, "");
  for (const event of ALL) {
    const run = await bench.hook(event, { env });
    expectUnfelt(event, run);
    expect(run.out).toBe("");
  }
  expect(bench.spooled()).toHaveLength(ALL.length);
  rmSync(failing);
  await eventually(async () => bench.spooled().length === 0);
  await expect(bench.handled()).resolves.toBe(ALL.length + 1);
  await expect(bench.running()).resolves.toMatchObject({ instanceId });
  shim.remove();
});
