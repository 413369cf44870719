import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { debrief } from "../../src/debrief/operations/debrief.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";
import { debriefsOf, rules, SECOND, turnOf, withDebriefs } from "./turn.ts";

describe("when a stop is answered with a debrief", () => {
  test("T1 T5 T6 T12 T16 T18: after a turn of thirty seconds the agent is asked to validate and capture", () =>
    withDebriefs(async ({ open, clock }) => {
      const session = await turnOf(await open(), clock, 30);
      const { block } = await session.stop();
      expect(block?.reason).toMatch(
        /^\[holdfast debrief\][\s\S]*1\. Validate[\s\S]*2\. Capture[\s\S]*session_digest/,
      );
    }));

  test("T17: a stop one millisecond earlier gets no debrief", () =>
    withDebriefs(async ({ open, clock }) => {
      const session = await turnOf(await open(), clock, 29.999);
      expect(await session.stop()).toEqual({});
    }));

  test("T19: a stop before any message gets no debrief", () =>
    withDebriefs(async ({ open, clock }) => {
      const session = new AgentSession(await open(), clock);
      await session.start();
      clock.now += 90 * SECOND;
      expect(await session.stop()).toEqual({});
    }));

  test("T11 T13: the delivery is recorded, and the next message clears its time", () =>
    withDebriefs(async ({ open, clock }) => {
      const session = await turnOf(await open(), clock, 40);
      await session.stop();
      expect(await debriefsOf(session)).toMatchObject({ lastAt: clock.now, inTurn: 1 });
      const usedAt = clock.now + SECOND;
      await session.use("Bash", { command: "npm test" });
      expect((await session.row()).firstToolUseAt).toBe(usedAt);
      const promptedAt = clock.now + SECOND;
      await session.prompt("Next.");
      expect(await session.row()).toMatchObject({ firstToolUseAt: null, lastPromptAt: promptedAt });
      expect(await debriefsOf(session)).toMatchObject({ lastAt: null, inTurn: 0 });
    }));

  test("T20 T21: twenty more stops get no debrief, however far apart they are", () =>
    withDebriefs(async ({ open, clock }) => {
      const session = await turnOf(await open(), clock, 40);
      expect((await session.stop()).block).toBeDefined();
      for (let i = 0; i < 20; i++) {
        if (i > 10) clock.now += 60 * SECOND;
        expect(await session.stop()).toEqual({});
      }
    }));

  test("T21: of twenty concurrent stops, one gets a debrief", () =>
    withDebriefs(async ({ open, clock }) => {
      const session = await turnOf(await open(), clock, 40);
      const replies = await Promise.all(Array.from({ length: 20 }, () => session.stop()));
      expect(replies.filter(({ block }) => block)).toHaveLength(1);
    }));

  test("a clock that is set back causes no second debrief", () =>
    withDebriefs(async ({ open, clock }) => {
      const session = await turnOf(await open(), clock, 40);
      await session.stop();
      clock.now -= 3_600 * SECOND;
      expect(await session.stop()).toEqual({});
      clock.now += 7_200 * SECOND;
      expect(await session.stop()).toEqual({});
    }));

  test("T27 R-P3: a stop that is already the result of a hook passes, and is handled as a stop", () =>
    withDebriefs(async ({ open, clock }) => {
      const session = await turnOf(await open(), clock, 40);
      expect(await session.stop("All done.", { stopHookActive: true })).toEqual({});
      expect((await session.row()).capture.lastAnswer).toBe("All done.");
    }));

  test("T9 T10: a blocked stop skips the other handlers; the next stop passes and is handled once", () =>
    withDebriefs(async ({ open, clock }) => {
      const session = await turnOf(await open(), clock, 40);
      await session.stop("First answer.");
      expect((await session.row()).capture.lastAnswer).toBeNull();
      await session.stop("Second answer.", { stopHookActive: true });
      expect((await session.row()).capture.lastAnswer).toBe("Second answer.");
    }));

  test("no debrief while background work is under way", () =>
    withDebriefs(async ({ open, clock }) => {
      const session = await turnOf(await open(), clock, 40);
      expect(await session.stop("Waiting.", { backgroundTasks: 1 })).toEqual({});
    }));

  test("T28: the decision is the same in another process", () =>
    withDebriefs(async ({ open, clock }) => {
      const native = { nativeSession: "one" };
      await turnOf(await open(), clock, 40, native);
      const elsewhere = new AgentSession(await open(), clock, native);
      expect((await elsewhere.stop()).block).toBeDefined();
      expect(await new AgentSession(await open(), clock, native).stop()).toEqual({});
    }));

  test("T32: a stop is never blocked if no one waits for the reply", () =>
    withDebriefs(async ({ open, clock }) => {
      const session = await turnOf(await open(), clock, 40);
      session.awaited = false;
      expect(await session.stop()).toEqual({});
      expect((await debriefsOf(session)).inTurn).toBe(0);
    }));
});

describe("our own text does not count as a message", () => {
  test("T3 T7 T22 T24: a debrief that is reported as a prompt does not begin a turn or reset anything", () =>
    withDebriefs(async ({ open, clock }) => {
      const session = await turnOf(await open(), clock, 40);
      const { block } = await session.stop();
      const [before, debriefs] = [await session.row(), await debriefsOf(session)];
      await session.prompt(block?.reason ?? "");
      expect(await session.row()).toMatchObject({ lastPromptAt: before.lastPromptAt, promptCount: 1 });
      expect(await debriefsOf(session)).toEqual(debriefs);
      expect((await session.row()).capture.prompts).toHaveLength(1);
    }));

  test("T25 T35: if the last text of the turn is a debrief, even a truncated one, no other follows", () =>
    withDebriefs(async ({ open, clock }) => {
      const session = await turnOf(await open(), clock, 40);
      const { block } = await session.stop();
      await session.prompt("Something else.");
      clock.now += 40 * SECOND;
      await session.prompt((block?.reason ?? "").slice(0, 60));
      expect(await session.stop()).toEqual({});
    }));
});

describe("switching debriefs off", () => {
  test("off for a session, and on again", () =>
    withDebriefs(async ({ open, clock }) => {
      const ctx = await open();
      const session = await turnOf(ctx, clock, 40, { nativeSession: "one" });
      expect(await debrief.call(ctx, { action: "off", session: "one" })).toMatchObject({ enabled: false });
      expect(await session.stop()).toEqual({});
      expect(await debrief.call(ctx, { action: "on", session: "one" })).toMatchObject({ enabled: true });
      expect((await session.stop()).block).toBeDefined();
    }));

  test.each(["on", "off"] as const)("without a session, the advice for %s is not its opposite", (action) =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const next = `Name the session by its id, or set "debrief": { "enabled": ${action === "on"} } in .holdfast.json for the project.`;
      await expect(debrief.call(ctx, { action })).rejects.toMatchObject({ code: "not_found", next });
    }),
  );

  test("off for a project", () =>
    withDebriefs(async (place) => {
      rules(place, { enabled: false });
      const session = await turnOf(await place.open(), place.clock, 40);
      expect(await session.stop()).toEqual({});
    }));

  test("three consecutive debriefs without a tool call end debriefs for the session, whatever happened in earlier turns", () =>
    withDebriefs(async ({ open, clock }) => {
      const ctx = await open();
      const session = new AgentSession(ctx, clock, { nativeSession: "one" });
      const turn = async ({ acts = false } = {}) => {
        await session.prompt("Go on.");
        await session.use("Bash", { command: "ls" });
        clock.now += 40 * SECOND;
        const { block } = await session.stop();
        if (acts) await session.use("mcp__holdfast__session_digest", { state: "half" });
        await session.stop("Done.", { stopHookActive: true });
        return block !== undefined;
      };
      const acting = { acts: true };
      expect([await turn(), await turn(), await turn(acting)]).toEqual([true, true, true]);
      expect([await turn(), await turn(), await turn(), await turn()]).toEqual([true, true, true, false]);
      expect(await debrief.call(ctx, { session: "one" })).toMatchObject({
        enabled: false,
        ignoredInARow: 3,
        passes: "earlier debriefs were ignored",
      });
      expect(await turn()).toBe(false);
      await debrief.call(ctx, { action: "on", session: "one" });
      expect(await turn()).toBe(true);
    }));

  test("init proposes rules from the package's scripts, and does not change an existing file", () =>
    withDebriefs(async ({ open, project }) => {
      const ctx = await open();
      writeFileSync(
        join(project, "package.json"),
        JSON.stringify({ scripts: { test: "vitest", lint: "biome" } }),
      );
      const { rules: proposed } = await debrief.call(ctx, { action: "init" });
      expect(proposed.map(({ evidence }) => evidence)).toEqual(["npm test", "npm run lint"]);
      const file = join(project, ".holdfast.json");
      expect(existsSync(file)).toBe(true);
      const before = readFileSync(file, "utf8");
      await expect(debrief.call(ctx, { action: "init" })).rejects.toMatchObject({
        code: "conflict",
        message: `${file} already exists.`,
        next: expect.stringContaining('"debrief": { "rules": […] }'),
      });
      expect(readFileSync(file, "utf8")).toBe(before);
    }));

  test.runIf(process.platform === "linux")("init says why it cannot write", () =>
    withDebriefs(async ({ open, project }) => {
      const ctx = await open();
      const locate = async (cwd: string) => ({
        ...(await ctx.workspace.locate(cwd)),
        worktree: "/proc/self",
      });
      const failing = { ...ctx, workspace: { ...ctx.workspace, locate } };
      const error = await debrief.call(failing, { action: "init" }).catch((thrown: unknown) => thrown);
      expect(String(error)).toMatch(/\/proc\/self\/\.holdfast\.json cannot be written: /);
      expect(existsSync(join(project, ".holdfast.json"))).toBe(false);
    }),
  );

  test("status says if there is no session, or if the user has disabled debriefs", () =>
    withPlace(async ({ open }) => {
      const ctx = await open();
      const nothing = { session: null, ignoredInARow: 0, lastAt: null, passes: null, route: null };
      expect(await debrief.call(ctx, {})).toEqual({ enabled: false, ...nothing, rules: [], written: null });
    }));

  test("if the user has disabled debriefs, neither a project nor a session can enable them", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await turnOf(ctx, clock, 40, { nativeSession: "one" });
      expect(await debrief.call(ctx, { action: "on", session: "one" })).toMatchObject({
        enabled: false,
        passes: "switched off",
      });
    }));

  test("T11: status shows the channel and the time of the last debrief", () =>
    withDebriefs(async ({ open, clock }) => {
      const ctx = await open();
      const session = await turnOf(ctx, clock, 40, { nativeSession: "one" });
      const before = await debrief.call(ctx, { session: "one" });
      expect(before).toMatchObject({ enabled: true, lastAt: null, passes: null, route: null });
      const { block } = await session.stop();
      const at = clock.now;
      const { id, incarnation } = await session.row();
      expect(await ctx.store.listDeliveries(id)).toEqual([
        {
          id: expect.stringMatching(/^dlv_/),
          sessionId: id,
          incarnation,
          checkpointId: null,
          channel: "agent_stop",
          chars: block?.reason.length,
          at,
          eventId: expect.any(String),
          arrivedAt: at,
          handler: "debriefStop",
          reply: JSON.stringify({ block }),
        },
      ]);
      const after = await debrief.call(ctx, { session: "one" });
      expect(after).toMatchObject({
        lastAt: at,
        passes: "already asked this turn",
        route: "agent_stop",
      });
    }));

  test("status does not promise a debrief where no stop can be answered", () =>
    withDebriefs(async ({ open, clock }) => {
      const ctx = await open();
      const session = await turnOf(ctx, clock, 40, { nativeSession: "one" });
      const passes = async () => (await debrief.call(ctx, { session: "one" })).passes;
      expect(await passes()).toBeNull();
      const unable = ctx.agents.map((agent) => ({
        ...agent,
        capabilities: { ...agent.capabilities, blockStop: false },
      }));
      const other = { ...ctx, agents: unable };
      expect((await debrief.call(other, { session: "one" })).passes).toBe(
        "Claude Code cannot be asked at a stop",
      );
      await session.end();
      expect(await passes()).toBe("the session has ended");
    }));

  test("a user can choose a style that clients do not show as an error", () =>
    withPlace(
      async ({ open, clock }) => {
        const session = await turnOf(await open(), clock, 40);
        expect((await session.stop()).block?.quiet).toBe(true);
      },
      { debrief: { enabled: true, style: "continue" } },
    ));
});
