import { appendFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, describe, expect, test, vi } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { readDebriefs } from "../../src/debrief/debrief-state.ts";
import { debrief } from "../../src/debrief/operations/debrief.ts";
import { detectMissedStops } from "../../src/events/detect-missed-stops.ts";
import type { Context } from "../../src/kernel/context.ts";
import { deliverWithRetries } from "../../src/terminals/deliver-prompt.ts";
import { launch } from "../../src/terminals/operations/launch.ts";
import { withDebriefs } from "../debrief/turn.ts";
import { AgentSession } from "../support/agent-session.ts";
import { eventually } from "../support/hook-bench.ts";
import { openTmuxLab, type TmuxLab } from "../support/tmux-lab.ts";

const SECOND = 1_000;
const detect = (ctx: Context) => detectMissedStops(ctx, deliverWithRetries, new AbortController().signal);
const THREAD = "0199-thread";

interface Bench {
  lab: TmuxLab;
  ctx: OpenContext;
  clock: { now: number };
  session: AgentSession;
  /** Writes a line to the file of the thread, with the time of the clock. */
  write(payload: object): void;
  /** Writes a turn of this many seconds, followed by ten seconds of silence. Returns when the turn ended. */
  turn(seconds: number, id?: string): Promise<number>;
  queued(): string[];
}

/** A Codex session whose Stop hook never runs, with a fake `codex` on the path. */
async function withBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  await withDebriefs(async ({ open, clock, root }) => {
    await using lab = await openTmuxLab();
    vi.stubEnv("PATH", lab.env.PATH);
    lab.addClient("codex");
    const ctx = {
      ...(await open()),
      terminals: lab.terminals,
      sleep: (ms: number) => sleep(Math.min(ms, 300)),
    };
    const path = join(root, "rollout.jsonl");
    const session = new AgentSession(ctx, clock, {
      agent: "codex",
      nativeSession: THREAD,
      transcriptPath: path,
    });
    const write = (payload: object) => {
      const line = { timestamp: new Date(clock.now).toISOString(), type: "event_msg", payload };
      appendFileSync(path, `${JSON.stringify(line)}\n`);
      utimesSync(path, clock.now / SECOND, clock.now / SECOND);
    };
    const turn = async (seconds: number, id = "turn-1") => {
      write({ type: "task_started", turn_id: id });
      await session.prompt("Port the reader.");
      clock.now += seconds * SECOND;
      const item = { type: "AgentMessage", id: `${id}-answer`, content: [{ type: "Text", text: "Ported." }] };
      write({ type: "item_completed", turn_id: id, item });
      write({ type: "task_complete", turn_id: id, last_agent_message: "Ported." });
      const endedAt = clock.now;
      clock.now += 10 * SECOND;
      return endedAt;
    };
    const queued = () =>
      lab
        .recorded()
        .flatMap(({ started = [] }) => (started[0] === "queue" ? [started.slice(1).join(" ")] : []));
    await work({ lab, ctx, clock, session, write, turn, queued });
  });
}

afterEach(() => vi.unstubAllEnvs());

describe("a stop of Codex that no hook reported", () => {
  test("T4 T8 T12: is debriefed once through the client's queue, and `debrief` shows the route", () =>
    withBench(async ({ ctx, session, turn, queued }) => {
      const endedAt = await turn(40);
      await detect(ctx);
      expect(queued()).toEqual([
        expect.stringMatching(/^--thread=0199-thread --message=\[holdfast debrief\] [\s\S]*session_digest/),
      ]);
      const row = await session.row();
      expect(readDebriefs(row.capture, row)).toMatchObject({ inTurn: 1, lastAt: endedAt });
      for (let i = 0; i < 3; i += 1) await detect(ctx);
      expect(queued()).toHaveLength(1);
      expect(await debrief.call(ctx, { session: THREAD })).toMatchObject({ route: "queue" });
    }));

  test("T20 T25 T35: neither the turn that the debrief starts nor its short answer is debriefed again", () =>
    withBench(async ({ ctx, session, turn, write, queued, clock }) => {
      await turn(40);
      await detect(ctx);
      const text = queued()[0]?.split("--message=")[1] ?? "";
      await session.prompt(text);
      write({ type: "task_started", turn_id: "turn-2" });
      clock.now += 60 * SECOND;
      write({
        type: "item_completed",
        item: { type: "AgentMessage", id: "a2", content: [{ text: "All well." }] },
      });
      write({ type: "task_complete", turn_id: "turn-2", last_agent_message: "All well." });
      clock.now += 10 * SECOND;
      await detect(ctx);
      expect(queued()).toHaveLength(1);
      expect((await session.row()).promptCount).toBe(1);
    }));

  test("is not detected if the hook reported it and was answered with the debrief", () =>
    withBench(async ({ ctx, session, turn, queued, clock }) => {
      await turn(40);
      clock.now -= 10 * SECOND;
      expect((await session.stop()).block?.reason).toContain("[holdfast debrief]");
      clock.now += 10 * SECOND;
      await detect(ctx);
      expect(queued()).toEqual([]);
      expect(await debrief.call(ctx, { session: THREAD })).toMatchObject({ route: "agent_stop" });
    }));

  test("T17: passes after a short turn, and is not detected while a turn runs or has just ended", () =>
    withBench(async ({ ctx, turn, write, queued, clock }) => {
      await turn(5);
      await detect(ctx);
      await turn(40, "turn-2");
      clock.now -= 8 * SECOND;
      await detect(ctx);
      clock.now += 8 * SECOND;
      write({ type: "task_started", turn_id: "turn-3" });
      await detect(ctx);
      write({ type: "turn_aborted", reason: "interrupted" });
      await detect(ctx);
      expect(queued()).toEqual([]);
    }));

  test("T8: is debriefed in its terminal if the queue rejects the prompt", () =>
    withBench(async ({ lab, ctx, turn, session, queued }) => {
      lab.refuse();
      const launched = await launch.call(ctx, { agent: "codex" });
      await session.prompt("Hello.", { pid: launched.pid });
      await turn(40);
      await detect(ctx);
      await eventually(async () => lab.submitted().length > 0);
      expect(queued()).toHaveLength(1);
      expect(lab.submitted()).toEqual([expect.stringMatching(/^\[holdfast debrief\] Before this turn ends/)]);
      expect(await debrief.call(ctx, { session: THREAD })).toMatchObject({ route: "terminal" });
    }));

  test("T32: passes if no route is available, and the log shows why", () =>
    withBench(async ({ lab, ctx, turn, session }) => {
      lab.refuse();
      const said: object[] = [];
      const log = { info: (_event: string, fields = {}) => said.push(fields), error: () => {} };
      await turn(40);
      await detect({ ...ctx, log, sleep: async () => {} });
      const { id } = await session.row();
      expect(said).toEqual([
        { session: id, problem: expect.stringMatching(/queue: .*; terminal: it was not started by/) },
      ]);
      expect(await ctx.store.listDeliveries(id)).toEqual([]);
    }));
});
