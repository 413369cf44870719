import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { renameSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { claudeCode } from "../../src/agents/claude-code/adapter.ts";
import { hookArguments } from "../../src/agents/hook-command.ts";
import { doctor } from "../../src/setup/operations/doctor.ts";
import { status } from "../../src/setup/operations/status.ts";
import { isPausing } from "../../src/transfer/auto-push.ts";
import { readSyncActivity } from "../../src/transfer/remote/sync-activity.ts";
import { eventually } from "../support/hook-bench.ts";
import { addRemote, bare, createKeys, pushed, withRemote } from "./remote-machines.ts";
import { git, type Machine, withTwoMachines, work } from "./two-machines.ts";

const DIST = resolve(import.meta.dirname, "../../dist");
const ON = { sync: { auto: true } };
/** Longer than the daemon takes to look for what is to be pushed. */
const LONG_ENOUGH_MS = 8_000;

test("with sync.auto, the daemon pushes a session when it has ended, and not before", () =>
  withRemote(async (laptop, _tower, remote) => {
    await withDaemon(laptop, ON, async (hook) => {
      hook("SessionStart", "s1");
      hook("UserPromptSubmit", "s1");
      await sleep(LONG_ENOUGH_MS);
      expect(sessionRefs(remote)).toEqual([]);
      hook("SessionEnd", "s1");
      await eventually(async () => sessionRefs(remote).length > 0);
      await eventually(async () => readSyncActivity(laptop.ctx, laptop.place.project).pushedAt !== null);
      expect((await doctor.call(laptop.ctx, {})).findings).toContainEqual(
        expect.objectContaining({ check: "sessions are pushed automatically", ok: true }),
      );
    });
  }));

test("nothing is pushed while sync.auto is off, or to a place that nobody named", () =>
  withTwoMachines(async (laptop, tower) => {
    const remote = bare(laptop);
    await addRemote(laptop, remote, await createKeys(laptop));
    git(tower.place.project, "remote", "set-url", "origin", bare(tower, "origin.git"));
    const waiting = [
      withDaemon(laptop, {}, async (hook) => {
        hook("UserPromptSubmit", "s1");
        hook("SessionEnd", "s1");
        await sleep(LONG_ENOUGH_MS);
      }),
      withDaemon(tower, ON, async (hook) => {
        hook("UserPromptSubmit", "s1");
        hook("SessionEnd", "s1");
        await sleep(LONG_ENOUGH_MS);
      }),
    ];
    await Promise.all(waiting);
    expect(await laptop.ctx.store.listSessions({ limit: 5 })).toHaveLength(1);
    expect(sessionRefs(remote)).toEqual([]);
    expect(await tower.ctx.store.listSessions({ limit: 5 })).toHaveLength(1);
    expect(sessionRefs(join(tower.place.root, "origin.git"))).toEqual([]);
  }));

test("a remote that cannot be reached is named by status and doctor, until a push succeeds", () =>
  withRemote(async (laptop, _tower, remote) => {
    renameSync(remote, `${remote}.away`);
    await withDaemon(laptop, ON, async (hook) => {
      const { stdout } = hook("UserPromptSubmit", "s1");
      expect(String(stdout)).not.toContain(remote);
      hook("SessionEnd", "s1");
      await eventually(async () => readSyncActivity(laptop.ctx, laptop.place.project).failure !== null);
    });
    const ctx = { ...laptop.ctx, config: { ...laptop.ctx.config, ...ON } };
    const [sentence] = (await status.call(ctx, {})).failedPushes;
    expect(sentence).toMatch(
      /^Sessions of \S+ wait to be pushed to \S+ \(1 attempt\): There is no repository/,
    );
    expect(sentence).toContain("git init --bare");
    const { findings } = await doctor.call(ctx, {});
    const advice = expect.stringContaining("There is no repository");
    for (const check of ["sessions are pushed automatically", "the remote can be reached and read"])
      expect(findings).toContainEqual({ check, ok: false, advice });
    expect(findings.some(({ check }) => check.includes("1 session not pushed yet"))).toBe(true);
    renameSync(`${remote}.away`, remote);
    expect((await pushed(laptop)).pushed).toHaveLength(1);
    expect((await status.call(ctx, {})).failedPushes).toEqual([]);
    const after = (await doctor.call(ctx, {})).findings;
    expect(after.some(({ check }) => check.includes("nothing waits to be pushed"))).toBe(true);
  }));

test("doctor says that the key does not open what is in the remote", () =>
  withTwoMachines(async (laptop, tower) => {
    const remote = bare(laptop);
    for (const machine of [laptop, tower]) await addRemote(machine, remote, await createKeys(machine));
    const check = "the remote can be reached and read";
    await work(laptop);
    await pushed(laptop);
    expect((await doctor.call(laptop.ctx, {})).findings).toContainEqual({ check, ok: true, advice: "" });
    expect((await doctor.call(tower.ctx, {})).findings).toContainEqual({
      check,
      ok: false,
      advice: expect.stringContaining("does not open what is in"),
    });
  }));

test("after each failure the pause until the next automatic push is longer, up to an hour", () => {
  const minute = 60_000;
  const after = (count: number) => ({ pushedAt: null, failure: { at: 0, count, reason: "" } });
  for (const [count, pause] of [
    [1, minute],
    [2, 2 * minute],
    [4, 8 * minute],
    [7, 60 * minute],
    [2_000, 60 * minute],
  ] as const) {
    expect(isPausing(after(count), pause - 1)).toBe(true);
    expect(isPausing(after(count), pause)).toBe(false);
  }
  expect(isPausing(after(9), -1)).toBe(false);
  expect(isPausing({ pushedAt: null, failure: null }, 0)).toBe(false);
});

type Hook = (event: string, session: string) => ReturnType<typeof spawnSync>;

/** Runs the built daemon with these settings. Hooks run in the project. */
async function withDaemon(
  { ctx, place }: Machine,
  settings: object,
  work: (hook: Hook) => Promise<void>,
): Promise<void> {
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: join(place.root, "home"),
    HOLDFAST_HOME: dirname(ctx.paths.database),
  };
  writeFileSync(ctx.paths.configFile, JSON.stringify(settings), { mode: 0o600 });
  const words = [join(DIST, "main.cjs"), "daemon", "run"];
  const daemon = spawn(process.execPath, words, { env, cwd: place.root, stdio: "ignore" });
  try {
    await work((event, session) => {
      const input = JSON.stringify({
        session_id: `6f1c2b1e-0000-4000-8000-0000000000${session}`,
        transcript_path: "/nonexistent/transcript.jsonl",
        cwd: place.project,
        hook_event_name: event,
        source: "startup",
        prompt: "Add pagination to the list of invoices.",
        reason: "other",
      });
      const words = hookArguments(claudeCode.hooks, event, "");
      return spawnSync(join(DIST, "hook.sh"), words, { env, cwd: place.project, input });
    });
  } finally {
    daemon.kill("SIGTERM");
    await ended(daemon);
  }
}

async function ended(child: ChildProcess): Promise<void> {
  if (child.exitCode === null && child.signalCode === null)
    await new Promise((end) => child.once("exit", end));
}

function sessionRefs(repository: string): string[] {
  const refs = git(repository, "for-each-ref", "--format=%(refname)", "refs/holdfast/sessions");
  return refs.split("\n").filter((ref) => ref !== "");
}
