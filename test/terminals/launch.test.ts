import { randomUUID } from "node:crypto";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { readLaunched } from "../../src/terminals/launched.ts";
import { launch } from "../../src/terminals/operations/launch.ts";
import { AgentSession } from "../support/agent-session.ts";
import { eventually } from "../support/hook-bench.ts";
import { withPlace } from "../support/test-context.ts";
import { openTmuxLab, type TmuxLab } from "../support/tmux-lab.ts";

interface Bench {
  lab: TmuxLab;
  ctx: OpenContext;
  clock: { now: number };
  project: string;
}

/** Holdfast and a tmux of its own, where `codex` and `claude` are fake clients. */
async function withBench(work: (bench: Bench) => Promise<void>): Promise<void> {
  await withPlace(async ({ open, clock, project }) => {
    await using lab = await openTmuxLab();
    lab.addClient("codex");
    lab.addClient("claude");
    const ctx = { ...(await open()), terminals: lab.terminals, sleep: (ms: number) => sleep(ms) };
    await work({ lab, ctx, clock, project });
  });
}

async function started(lab: TmuxLab) {
  return await eventually(async () => lab.recorded().find(({ started }) => started));
}

describe("holdfast launch", () => {
  test("starts the client in a pane and writes down pane, process and start time", () =>
    withBench(async ({ lab, ctx, project }) => {
      const launched = await launch.call(ctx, { agent: "claude-code", args: ["--model", "opus; x"] });
      const client = await started(lab);
      const row = await ctx.store.getSession(launched.session);
      expect(client).toMatchObject({
        started: ["--session-id", row?.nativeId, "--model", "opus; x"],
        cwd: project,
      });
      expect(row).toMatchObject({ agent: "claude-code", worktree: project, pid: client.pid, endedAt: null });
      expect(row?.pidStart).toBe(ctx.processes.startTime(client.pid ?? 0));
      expect(readLaunched(row ?? { launch: null })?.pane).toMatchObject({ socket: lab.socket });
      expect(launched.attach).toBe(
        `tmux -S ${lab.socket} attach -t claude-code-${launched.session.slice(-6)}`,
      );
      lab.tmux("has-session", "-t", launched.attach.split(" ").at(-1) ?? "");
    }));

  test("the client's own events belong to the session that was launched", () =>
    withBench(async ({ lab, ctx, clock }) => {
      const launched = await launch.call(ctx, { agent: "claude-code" });
      const row = await ctx.store.getSession(launched.session);
      const session = new AgentSession(ctx, clock, { nativeSession: row?.nativeId ?? "", pid: launched.pid });
      await session.start();
      await session.prompt("Port the reader.");
      expect(await session.row()).toMatchObject({
        id: launched.session,
        launch: row?.launch,
        promptCount: 1,
      });
      await started(lab);
    }));

  test("a client that chooses its own id is known by its terminal, also behind a launcher", () =>
    withBench(async ({ lab, ctx, clock }) => {
      const launched = await launch.call(ctx, { agent: "codex" });
      expect(await started(lab)).toMatchObject({ started: ["--no-daemon"] });
      const nativeSession = randomUUID();
      const session = new AgentSession(ctx, clock, { agent: "codex", nativeSession, pid: launched.pid });
      await session.prompt("Port the reader.");
      expect(await session.row()).toMatchObject({ id: launched.session, nativeId: nativeSession });
      // What follows a /clear is a session of its own in the same pane.
      const next = new AgentSession(ctx, clock, { agent: "codex", pid: launched.pid });
      await next.start("clear");
      const { launch: where } = await session.row();
      expect(await next.row()).toMatchObject({ launch: where, parentId: launched.session });
    }));

  test("a session that continues in another terminal is in that pane no more", () =>
    withBench(async ({ ctx, clock }) => {
      const launched = await launch.call(ctx, { agent: "claude-code" });
      const row = await ctx.store.getSession(launched.session);
      const other = await ctx.terminals.open({ name: "other", command: ["cat"], cwd: "/" });
      const pid = (await ctx.terminals.view(other))?.pid ?? 0;
      const session = new AgentSession(ctx, clock, { nativeSession: row?.nativeId ?? "", pid });
      await session.start("resume");
      expect((await session.row()).launch).toBeNull();
    }));

  test.each([["Fix the roof."], ["--"], ["--resume", "x"], ["-c"], ["--print"], ["--model", "x", "Fix it."]])(
    "what a restart must not give again is refused: %s %s %s",
    (...args) =>
      withBench(async ({ lab, ctx }) => {
        const asked = launch.call(ctx, { agent: "claude-code", args: args.filter(Boolean) });
        await expect(asked).rejects.toMatchObject({ code: "invalid_input" });
        expect(lab.recorded()).toEqual([]);
      }),
  );

  test("an agent that exits at once is reported, and no session is left", () =>
    withBench(async ({ lab, ctx }) => {
      lab.addProgram("gemini", "exit 1");
      await expect(launch.call(ctx, { agent: "gemini" })).rejects.toMatchObject({
        code: "not_supported",
        message: expect.stringContaining("gemini exited immediately"),
      });
      expect(await ctx.store.listSessions({ limit: 5 })).toEqual([]);
      await expect(launch.call(ctx, { agent: "unheard-of" })).rejects.toMatchObject({
        code: "invalid_input",
        message: expect.stringContaining("Known agents: claude-code, gemini, codex"),
      });
    }));
});
