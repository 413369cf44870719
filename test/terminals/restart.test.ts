import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { readDebriefs } from "../../src/debrief/debrief-state.ts";
import { loadOperations } from "../../src/operations.ts";
import { createHttpApp } from "../../src/surfaces/http/create-http-app.ts";
import { launch } from "../../src/terminals/operations/launch.ts";
import { restart } from "../../src/terminals/operations/restart.ts";
import { AgentSession } from "../support/agent-session.ts";
import { eventually } from "../support/hook-bench.ts";
import { withPlace } from "../support/test-context.ts";
import { openTmuxLab, type TmuxLab } from "../support/tmux-lab.ts";

const operations = await loadOperations();

interface Bench {
  lab: TmuxLab;
  ctx: OpenContext;
  clock: { now: number };
  /** The waits of a second and more, which take no time here. */
  waits: number[];
}

/** No wait takes longer than `longestMs` here, in which a client has to draw itself. */
async function withBench(work: (bench: Bench) => Promise<void>, longestMs = 300): Promise<void> {
  await withPlace(async ({ open, clock }) => {
    await using lab = await openTmuxLab();
    vi.stubEnv("PATH", lab.env.PATH);
    const waits: number[] = [];
    const wait = async (ms: number) => {
      await sleep(Math.min(ms, longestMs));
      if (ms >= 1_000) waits.push(ms);
      clock.now += ms;
    };
    const ctx = { ...(await open()), terminals: lab.terminals, sleep: wait };
    await work({ lab, ctx, clock, waits });
  });
}

afterEach(() => vi.unstubAllEnvs());

/** A launched client of which something was asked. */
async function atWork(
  { lab, ctx, clock }: Bench,
  agent: "claude-code" | "codex" = "claude-code",
  ...how: string[]
) {
  lab.addClient(agent === "codex" ? "codex" : "claude", ...how);
  const launched = await launch.call(ctx, { agent, args: ["--model", "x"] });
  await eventually(async () => lab.recorded().find(({ started }) => started));
  const row = await ctx.store.getSession(launched.session);
  const native = agent === "codex" ? "0199-native" : (row?.nativeId ?? "");
  const session = new AgentSession(ctx, clock, { agent, nativeSession: native, pid: launched.pid });
  await session.start();
  await session.prompt("Port the reader.\nKeep the tests.");
  await session.use("Bash", { command: "npm test" }, { ok: false, text: "Exit code 1\n1 failed" });
  return { launched, session, native };
}

describe("holdfast restart", () => {
  test("T15 T30 T31: ends the client, resumes its session in the same pane, waits five seconds and prompts it", () =>
    withBench(async (bench) => {
      const { lab, ctx, waits } = bench;
      const { launched, session, native } = await atWork(bench);
      const before = await session.row();
      const restarted = await restart.call(ctx, { session: launched.session });
      await eventually(async () => lab.submitted().length > 0);
      const [first, , second] = lab.recorded().filter((each) => each.started ?? each.signal);
      expect(first).toMatchObject({ pid: launched.pid });
      expect(second).toMatchObject({ started: ["--resume", native, "--model", "x"], pid: restarted.pid });
      expect(lab.recorded().some(({ signal }) => signal === "SIGTERM")).toBe(true);
      expect(ctx.processes.startTime(launched.pid)).toBeUndefined();
      expect(waits).toEqual([5_000]);
      expect(restarted).toMatchObject({
        session: launched.session,
        route: "terminal",
        problem: null,
        attach: launched.attach,
      });
      expect(lab.submitted()).toEqual([
        expect.stringMatching(
          /^\[holdfast restart\] .*"Port the reader\. Keep the tests\.".*Still failing: `npm test`\./,
        ),
      ]);
      const row = await session.row();
      expect(row).toMatchObject({ pid: restarted.pid, endedAt: null, incarnation: before.incarnation + 1 });
      expect(readDebriefs(row.capture, row).lastAt).toBeGreaterThan(before.lastPromptAt ?? 0);
    }));

  test("an id that could be taken for an option is not passed to the agent", () =>
    withBench(async (bench) => {
      const { lab, ctx } = bench;
      const { launched, session } = await atWork(bench);
      await ctx.store.replaceSession({
        ...(await session.row()),
        nativeId: "--dangerously-skip-permissions",
      });
      const restarted = await restart.call(ctx, { session: launched.session });
      expect(restarted.fresh).toBe(true);
      const started = lab.recorded().map((each) => each.started ?? []);
      expect(started.flat()).not.toContain("--dangerously-skip-permissions");
    }));

  test("T2 T20 T31: the turn was short, and the answer to it is not debriefed", () =>
    withBench(async (bench) => {
      const { session, launched } = await atWork(bench);
      await restart.call(bench.ctx, { session: launched.session });
      await session.prompt(bench.lab.submitted()[0] ?? "", { pid: (await session.row()).pid ?? 0 });
      expect((await session.row()).promptCount).toBe(1);
      bench.clock.now += 20_000;
      expect(await session.stop()).toEqual({});
    }));

  test("the agent is prompted once per incarnation, and the channel is recorded", () =>
    withBench(async (bench) => {
      const { ctx, lab } = bench;
      const { launched, session } = await atWork(bench);
      await restart.call(ctx, { session: launched.session });
      await restart.call(ctx, {});
      await eventually(async () => lab.submitted().length === 2);
      const restarted = (await ctx.store.listDeliveries(launched.session)).filter(
        ({ channel }) => channel === "terminal",
      );
      const { incarnation } = await session.row();
      expect(restarted.map((delivery) => delivery.incarnation)).toEqual([incarnation - 1, incarnation]);
    }));

  test("a client that does not end when asked is killed", () =>
    withBench(async (bench) => {
      const { launched } = await atWork(bench, "claude-code", "--ignore-term");
      const { pid } = await restart.call(bench.ctx, { session: launched.session });
      expect(bench.ctx.processes.startTime(launched.pid)).toBeUndefined();
      expect(pid).not.toBe(launched.pid);
    }, 20));

  test("a process that has the pid of the agent by chance is not killed", () =>
    withBench(async (bench) => {
      const { ctx } = bench;
      const bystander = await ctx.terminals.open({ name: "other", command: ["sleep", "60"], cwd: "/" });
      const { launched, session } = await atWork(bench);
      process.kill(launched.pid, "SIGKILL");
      await eventually(async () => ctx.processes.startTime(launched.pid) === undefined);
      const pid = (await ctx.terminals.view(bystander))?.pid ?? 0;
      await ctx.store.replaceSession({ ...(await session.row()), pid, pidStart: "another time" });
      await restart.call(ctx, { session: launched.session });
      expect((await ctx.terminals.view(bystander))?.isDead).toBe(false);
    }));

  test("a client that crashed, and its pane with it, comes back in a new pane of the same name", () =>
    withBench(async (bench) => {
      const { lab, ctx } = bench;
      const { launched } = await atWork(bench);
      await lab.killServer();
      const again = await restart.call(ctx, { session: launched.session });
      expect(again).toMatchObject({ attach: launched.attach, route: "terminal" });
      lab.tmux("has-session", "-t", launched.attach.split(" ").at(-1) ?? "");
    }));

  test("T4 T8: Codex is prompted through its queue, and in its terminal if that refuses", () =>
    withBench(async (bench) => {
      const { lab, ctx } = bench;
      const { launched, native } = await atWork(bench, "codex");
      expect(await restart.call(ctx, { session: launched.session })).toMatchObject({ route: "queue" });
      const queued = await eventually(async () =>
        lab.recorded().find(({ started }) => started?.[0] === "queue"),
      );
      expect(queued.started).toEqual([
        "queue",
        `--thread=${native}`,
        expect.stringMatching(/^--message=\[holdfast restart\] /),
      ]);
      lab.refuse();
      expect(await restart.call(ctx, { session: launched.session })).toMatchObject({ route: "terminal" });
      expect(lab.submitted()).toHaveLength(1);
    }));

  test("T30: POST /sessions/{id}/agent-restart does the same", () =>
    withBench(async (bench) => {
      const { launched } = await atWork(bench);
      const app = createHttpApp(bench.ctx, { operations, access: { type: "socket" } });
      const answer = await app.request(`/sessions/${launched.session}/agent-restart`, { method: "POST" });
      expect(answer.status).toBe(200);
      expect(await answer.json()).toMatchObject({ session: launched.session, route: "terminal" });
      const unknown = await app.request("/sessions/nobody/agent-restart", { method: "POST" });
      expect(unknown.status).toBe(404);
    }));

  test("a client that asks something first gets no input, and the reason is returned", () =>
    withBench(async (bench) => {
      const { lab, ctx, waits } = bench;
      const { launched } = await atWork(bench);
      lab.addProgram("claude", "printf '› 1. Yes, trust it\\n  Press enter to confirm'; exec sleep 60");
      const restarted = await restart.call(ctx, { session: launched.session });
      expect(restarted).toMatchObject({
        route: null,
        problem: expect.stringContaining("terminal: "),
        // The command line ends with 1.
        ok: false,
      });
      expect(waits.length).toBe(20);
      expect(lab.submitted()).toEqual([]);
    }, 20));

  test.each([
    { agent: "claude-code", command: "claude", started: ["--session-id", expect.any(String)] },
    { agent: "codex", command: "codex", started: ["--no-daemon"] },
  ])("$agent: one of which nothing was asked is started afresh, as the same session", (each) =>
    withBench(async ({ lab, ctx }) => {
      lab.addClient(each.command);
      const idle = await launch.call(ctx, { agent: each.agent });
      await eventually(async () => lab.recorded().find(({ started }) => started));
      const again = await restart.call(ctx, { session: idle.session });
      expect(again).toMatchObject({ session: idle.session, fresh: true, ok: true, problem: null });
      expect(ctx.processes.startTime(idle.pid)).toBeUndefined();
      await eventually(async () => lab.recorded().filter(({ started }) => started).length === 2);
      const [first, second] = lab.recorded().filter(({ started }) => started);
      expect(second).toMatchObject({ started: each.started, pid: again.pid });
      expect(lab.submitted()).toEqual([]);
      const row = await ctx.store.getSession(idle.session);
      expect(row).toMatchObject({ pid: again.pid });
      if (each.agent === "claude-code") expect(second?.started?.[1]).toBe(row?.nativeId);
      expect(second?.started).not.toBe(first?.started);
    }),
  );

  test.each(["0", "0.6"])("one whose conversation is gone begins anew, when it ends after %s s", (seconds) =>
    withBench(async (bench) => {
      const { lab, ctx } = bench;
      const { launched } = await atWork(bench);
      lab.addClient("real-claude");
      const gone = `sleep ${seconds}; echo No conversation found; exit 1`;
      lab.addProgram("claude", `case "$*" in *--resume*) ${gone};; esac; exec real-claude "$@"`);
      const again = await restart.call(ctx, { session: launched.session });
      expect(again).toMatchObject({ fresh: true, ok: true });
      // The record of the old one is delivered to another session in the same directory.
      expect(again.session).not.toBe(launched.session);
      expect(ctx.processes.startTime(again.pid)).toBeDefined();
      expect(await ctx.store.getSession(again.session)).toMatchObject({ pid: again.pid });
    }, 900),
  );

  test("one that cannot be started at all is an error", () =>
    withBench(async (bench) => {
      const { launched } = await atWork(bench);
      bench.lab.addProgram("claude", "exit 1");
      await expect(restart.call(bench.ctx, { session: launched.session })).rejects.toMatchObject({
        code: "not_supported",
        message: expect.stringContaining("claude exited immediately"),
      });
    }));

  test("it refuses a session that no one launched, and the caller's own", () =>
    withBench(async (bench) => {
      const { ctx, clock } = bench;
      const stranger = new AgentSession(ctx, clock, { pid: process.pid });
      await stranger.start();
      const { id } = await stranger.row();
      await expect(restart.call(ctx, { session: id })).rejects.toMatchObject({ code: "not_supported" });
      await expect(restart.call(ctx, {})).rejects.toMatchObject({ code: "not_found" });
      const { launched } = await atWork(bench);
      const inside = { ...ctx, caller: { ...ctx.caller, agent: "claude-code" as const, pid: launched.pid } };
      await expect(restart.call(inside, { session: launched.session })).rejects.toMatchObject({
        code: "conflict",
      });
    }));
});
