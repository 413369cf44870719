import { expect, test } from "vitest";
import { codex } from "../../src/agents/codex/adapter.ts";
import type { OpenContext } from "../../src/app.ts";
import { readDebriefs } from "../../src/debrief/debrief-state.ts";
import { detectMissedStops } from "../../src/events/detect-missed-stops.ts";
import type { AgentAdapter, TurnEnd } from "../../src/kernel/agent/agent.ts";
import { SECOND, withDebriefs } from "../debrief/turn.ts";
import { AgentSession } from "../support/agent-session.ts";

const MINUTE = 60 * SECOND;

interface Bench {
  ctx: OpenContext;
  clock: { now: number };
  session: AgentSession;
  /** What the client's file says about its turn, and with which arguments it was read. */
  files: { end: TurnEnd | undefined; asked: [path: string, since: number][] };
  /** The debriefs that were sent without a hook. */
  sent: string[];
  outcome: { value: { route: string } | { problem: string } };
  logged: [event: string, fields: object | undefined][];
  ending: AbortController;
  detect(): Promise<void>;
}

/** A turn of forty seconds whose stop no hook reported, in a client whose files show the end of a turn. */
async function withTurn(work: (bench: Bench) => Promise<void>): Promise<void> {
  await withDebriefs(async ({ open, clock }) => {
    const files: Bench["files"] = { end: undefined, asked: [] };
    const adapter: AgentAdapter = {
      ...codex,
      sessions: {
        find: async () => [],
        usage: async () => undefined,
        lastTurnEnd: async (path, since) => {
          files.asked.push([path, since]);
          return files.end;
        },
      },
    };
    const { sessions: _none, ...silent } = codex;
    const ctx = await open({}, { agents: [{ ...silent, name: "silent" }, adapter] });
    const logged: Bench["logged"] = [];
    const log = { info: (event: string, fields?: object) => logged.push([event, fields]), error: () => {} };
    const session = new AgentSession(ctx, clock, { agent: "codex", transcriptPath: "/s/thread.jsonl" });
    await session.prompt("Port the reader.");
    clock.now += 40 * SECOND;
    files.end = { id: "turn-1", at: clock.now, answeredAt: clock.now, answer: "Ported." };
    const sent: string[] = [];
    const outcome: Bench["outcome"] = { value: { route: "queue" } };
    const deliver = async (_ctx: unknown, _session: unknown, text: string) => (
      sent.push(text), outcome.value
    );
    const ending = new AbortController();
    const detect = () => detectMissedStops({ ...ctx, log } as OpenContext, deliver, ending.signal);
    await work({ ctx, clock, session, files, sent, outcome, logged, ending, detect });
  });
}

test("T4 T8: a stop that no hook reported is answered with one debrief, once it has settled", () =>
  withTurn(async ({ ctx, clock, session, files, sent, logged, detect }) => {
    clock.now = (files.end?.at ?? 0) + 5 * SECOND - 1;
    await detect();
    expect(sent).toEqual([]);
    clock.now = (files.end?.at ?? 0) + 5 * SECOND;
    await detect();
    expect(sent).toEqual([expect.stringContaining("Validate what you did")]);
    const row = await session.row();
    expect(readDebriefs(row.capture, row).inTurn).toBe(1);
    expect(await ctx.store.handledEvent("stop-turn-1")).toBeDefined();
    clock.now += MINUTE;
    await detect();
    expect(sent).toHaveLength(1);
    expect(logged).toEqual([]);
  }));

test("R-Q2: a stop that another process has started to answer is not answered again", () =>
  withTurn(async ({ ctx, clock, sent, detect }) => {
    await ctx.store.markEventHandled("stop-turn-1", clock.now, JSON.stringify({ block: { reason: "…" } }));
    clock.now += MINUTE;
    await detect();
    expect(sent).toEqual([]);
  }));

test("T17: a turn that was too short for a debrief is only recorded", () =>
  withTurn(async ({ ctx, clock, session, files, sent, detect }) => {
    await session.prompt("And its tests.");
    files.end = { id: "turn-2", at: clock.now + SECOND, answeredAt: clock.now + SECOND, answer: "Done." };
    clock.now += MINUTE;
    await detect();
    expect(sent).toEqual([]);
    expect(await ctx.store.handledEvent("stop-turn-2")).toBeDefined();
    expect((await session.row()).capture.lastAnswer).toBe("Done.");
  }));

test("a stop is not missed if its hook ran after the answer", () =>
  withTurn(async ({ ctx, clock, session, files, sent, detect }) => {
    const { lastSeenAt } = await session.row();
    if (files.end) files.end.answeredAt = lastSeenAt;
    clock.now += MINUTE;
    await detect();
    expect(sent).toEqual([]);
    expect(await ctx.store.handledEvent("stop-turn-1")).toBeUndefined();
    if (files.end) files.end.answeredAt = lastSeenAt + 1;
    await detect();
    expect(sent).toHaveLength(1);
  }));

test("a running turn, an ended session and a session without a file have no missed stop", () =>
  withTurn(async ({ ctx, clock, session, files, sent, detect }) => {
    const { end } = files;
    files.end = undefined;
    clock.now += MINUTE;
    await detect();
    expect(files.asked).toHaveLength(1);
    files.end = end;
    await session.end();
    clock.now += MINUTE;
    await detect();
    const other = new AgentSession(ctx, clock, { agent: "codex" });
    await other.prompt("Port the writer.");
    clock.now += MINUTE;
    await detect();
    expect(files.asked).toHaveLength(1);
    expect(sent).toEqual([]);
  }));

test("files are checked since the last event, for at most ten minutes; sessions, for six hours", () =>
  withTurn(async ({ clock, session, files, detect }) => {
    files.end = undefined;
    const { lastSeenAt } = await session.row();
    clock.now = lastSeenAt + 9 * MINUTE;
    await detect();
    clock.now = lastSeenAt + 11 * MINUTE;
    const eleven = clock.now;
    await detect();
    clock.now = lastSeenAt + 361 * MINUTE;
    await detect();
    const [first, second, ...more] = files.asked;
    expect(first).toEqual(["/s/thread.jsonl", lastSeenAt]);
    expect(second).toEqual(["/s/thread.jsonl", expect.any(Number)]);
    expect((second?.[1] ?? 0) - (eleven - 10 * MINUTE)).toBeLessThan(10);
    expect(more).toEqual([]);
  }));

test("a debrief that could not be sent is logged and not retried", () =>
  withTurn(async ({ clock, session, sent, outcome, logged, detect }) => {
    outcome.value = { problem: "no channel is open" };
    clock.now += MINUTE;
    await detect();
    await detect();
    expect(sent).toHaveLength(1);
    const { id } = await session.row();
    expect(logged).toEqual([["debrief not delivered", { session: id, problem: "no channel is open" }]]);
  }));

test("a stop that is found while the daemon stops is left for the next one", () =>
  withTurn(async ({ ctx, clock, sent, ending, detect }) => {
    clock.now += MINUTE;
    ending.abort();
    await detect();
    expect(sent).toEqual([]);
    expect(await ctx.store.handledEvent("stop-turn-1")).toBeUndefined();
  }));
