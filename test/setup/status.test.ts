import { renameSync, utimesSync } from "node:fs";
import { expect, test } from "vitest";
import { handleEvents } from "../../src/events/handle-events.ts";
import type { AgentEvent } from "../../src/kernel/agent/agent-event.ts";
import type { DaemonHealth } from "../../src/kernel/ports/daemon.ts";
import { doctor } from "../../src/setup/operations/doctor.ts";
import { status } from "../../src/setup/operations/status.ts";
import { styleFor } from "../../src/surfaces/cli/layout/style.ts";
import { render } from "../../src/surfaces/cli/render/render.ts";
import { withPlace } from "../support/test-context.ts";

test("status shows the daemon's address, and doctor how to fix a hung daemon", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const shown = async (health: DaemonHealth) => {
      const output = await status.call({ ...ctx, daemonHealth: async () => health }, {});
      return render("status", output, { style: styleFor(false), now: place.clock.now, columns: 80 }).join(
        "\n",
      );
    };
    const address = "http://127.0.0.1:4738";
    expect(await shown({ state: "running", version: "1", pid: 42, address })).toMatch(
      /^Daemon +running, version 1, process 42, http:\/\/127\.0\.0\.1:4738$/m,
    );
    expect(await shown({ state: "stopped" })).toMatch(/^Daemon +not running \(optional\)$/m);
    const failed = { state: "stopped", trouble: "The disk is full (store_full)" } as const;
    expect(await shown(failed)).toMatch(/^Daemon +could not run: The disk is full \(store_full\)$/m);
    expect((await doctor.call({ ...ctx, daemonHealth: async () => failed }, {})).findings).toContainEqual({
      check: "daemon responds",
      ok: false,
      advice: expect.stringContaining("The daemon could not run: The disk is full"),
    });
    const past = { state: "stopped", trouble: "It cannot be reached (store_unavailable)" } as const;
    expect(await shown(past)).toMatch(/^Daemon +not running \(optional\)$/m);
    const hung = { ...ctx, daemonHealth: async () => ({ state: "hung", pid: 42 }) as const };
    const { findings } = await doctor.call(hung, {});
    expect(findings).toContainEqual({
      check: "daemon responds",
      ok: false,
      advice: expect.stringContaining("Process 42 does not respond: run `holdfast daemon stop`"),
    });
  }));

test("status lists the daily backups, and doctor reports if the newest is too old", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const look = async () => {
      const output = await status.call(ctx, {});
      const { findings } = await doctor.call(ctx, {});
      return {
        backups: output.backups,
        finding: findings.find(({ check }) => check === "a backup is recent"),
      };
    };
    expect(await look()).toMatchObject({
      backups: [],
      finding: { ok: true, skipped: expect.stringContaining("the daemon makes one every day") },
    });
    await ctx.store.keepBackups(3, ctx.clock());
    for (const end of ["", "-wal"])
      utimesSync(ctx.paths.database + end, ctx.clock() / 1_000, ctx.clock() / 1_000);
    const made = await look();
    expect(made).toMatchObject({
      backups: [{ bytes: expect.any(Number) }],
      finding: { ok: true, advice: "" },
    });
    const path = made.backups[0]?.path ?? "";
    renameSync(path, path.replace(/backup-\d{4}/, "backup-2020"));
    expect(await look()).toMatchObject({
      finding: { ok: false, advice: expect.stringMatching(/The newest is from 2020-.*holdfast daemon logs/) },
    });
  }));

test("R-H9: status and doctor show what was computed and has not arrived", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const base = { agent: "claude-code", cwd: ctx.caller.cwd, at: ctx.clock() };
    const start = { kind: "session_start", source: "startup" };
    const dead = 4_194_305;
    const events = [
      {
        ...base,
        id: "event-0001",
        nativeSession: "killed",
        pid: dead,
        kind: "user_prompt_submit",
        prompt: "Draw a map.",
      },
      { ...base, id: "event-0002", nativeSession: "next", pid: process.pid, ...start },
      // What is pending for it reaches nobody, unless somebody resumes it.
      { ...base, id: "event-0003", nativeSession: "gone", pid: dead, ...start },
    ] as AgentEvent[];
    await handleEvents(
      ctx,
      events.map((event) => ({ event, awaited: true, confirms: true })),
    );
    const look = async () => {
      const { findings } = await doctor.call(ctx, {});
      return {
        ...(await status.call(ctx, {})),
        finding: findings.find(({ check }) => check.includes("arrived")),
      };
    };
    const shown = await look();
    expect(shown.pending).toMatchObject([{ agent: "claude-code", session: "next" }]);
    expect(shown.pending[0]?.chars).toBeGreaterThan(100);
    expect(shown.finding).toMatchObject({
      ok: true,
      skipped: expect.stringMatching(/claude-code session next: \d+ char/),
    });
    const lines = render("status", shown, { style: styleFor(false), now: ctx.clock(), columns: 80 });
    expect(lines.join("\n")).toMatch(/^Pending +\d+ characters for claude-code session next/m);
    expect(await ctx.store.listPendingReplies({ limit: 9 })).toHaveLength(2);
    await ctx.store.confirmReplies(["event-0002"], ctx.clock());
    expect(await look()).toMatchObject({ pending: [], finding: { ok: true, advice: "" } });
  }));
