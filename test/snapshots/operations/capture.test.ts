import { mkdirSync, utimesSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { OpenContext } from "../../../src/app.ts";
import { capture } from "../../../src/snapshots/operations/capture.ts";
import { AgentSession } from "../../support/agent-session.ts";
import { withPlace } from "../../support/test-context.ts";

async function withSession(
  work: (at: {
    ctx: OpenContext;
    change: (input: object) => Promise<object>;
    marks: () => Promise<object>;
    clock: { now: number };
  }) => Promise<void>,
): Promise<void> {
  await withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const session = new AgentSession(ctx, clock, { nativeSession: "one", pid: 4_194_305 });
    await session.prompt("Build the importer.");
    const change = (input: object) => capture.call(ctx, { session: "one", ...input });
    const marks = async () => {
      const { paused, foldedTo, resumedAt } = (await session.row()).capture;
      return { paused, foldedTo, resumedAt };
    };
    await work({ ctx, change, marks, clock });
  });
}

test("S34: what was written while capture was paused is not read after it", () =>
  withSession(async ({ change, marks, clock }) => {
    await change({ action: "pause" });
    expect(await marks()).toEqual({ paused: true, foldedTo: 0, resumedAt: 0 });
    clock.now += 60_000;
    const at = clock.now;
    expect(await change({ action: "resume" })).toEqual({ session: "one", paused: false });
    const { foldedTo, resumedAt } = (await marks()) as { foldedTo: number; resumedAt: number };
    expect(foldedTo).toBeGreaterThanOrEqual(at);
    expect(foldedTo).toBeLessThan(at + 1_000);
    expect(resumedAt).toBe(foldedTo);
  }));

test("a session that is not paused is as it was when it is resumed", () =>
  withSession(async ({ change, marks, clock }) => {
    await change({ action: "resume" });
    expect(await marks()).toEqual({ paused: false, foldedTo: 0, resumedAt: 0 });
    await change({ action: "pause" });
    await change({ action: "resume" });
    const resumed = await marks();
    clock.now += 60_000;
    await change({ action: "resume" });
    expect(await marks()).toEqual(resumed);
  }));

test("a transcript that was read to a later time is not read again", () =>
  withSession(async ({ ctx, change, marks, clock }) => {
    await change({ action: "pause" });
    const later = clock.now + 86_400_000;
    const [row] = await ctx.store.listSessions({ limit: 1 });
    const stored = row && (await ctx.store.getSession(row.id));
    if (!stored) throw new Error("unreachable");
    await ctx.store.replaceSession({ ...stored, capture: { ...stored.capture, foldedTo: later } });
    await change({ action: "resume" });
    expect(await marks()).toEqual({ paused: false, foldedTo: later, resumedAt: later });
  }));

test("to ask whether capture is paused changes nothing", () =>
  withSession(async ({ change, ctx }) => {
    const before = await ctx.store.listSessions({ limit: 1 });
    expect(await change({})).toEqual({ session: "one", paused: false });
    expect(await ctx.store.listSessions({ limit: 1 })).toEqual(before);
    await change({ action: "pause" });
    expect(await change({ action: "status" })).toEqual({ session: "one", paused: true });
  }));

test("S34: what hooks have spooled counts as before the change: nothing of a pause is captured after it", () =>
  withSession(async ({ ctx, change, clock }) => {
    const spool = (name: string, command: string) => {
      const common = { session_id: "one", cwd: ctx.caller.cwd, hook_event_name: "PostToolUse" };
      const call = { tool_name: "Bash", tool_use_id: name, tool_input: { command }, tool_response: {} };
      const path = join(ctx.paths.spool, `${name}.json`);
      mkdirSync(ctx.paths.spool, { recursive: true, mode: 0o700 });
      writeFileSync(
        path,
        `holdfast-spool 1 claude-code PostToolUse 42\n${JSON.stringify({ ...common, ...call })}`,
      );
      utimesSync(path, clock.now / 1_000, clock.now / 1_000);
    };
    spool("aaaaaaaa", "npm test");
    await change({ action: "pause" });
    spool("bbbbbbbb", "cat salaries.csv");
    await change({ action: "resume" });
    await ctx.drain();
    const session = await ctx.store.findSession("claude-code", "one");
    expect(session?.capture.commands.map(({ command }) => command)).toEqual(["npm test"]);
  }));
