import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../../../src/app.ts";
import { EMPTY_CAPTURE } from "../../../../src/kernel/capture.ts";
import { runPicker } from "../../../../src/surfaces/cli/picker/run-picker.ts";
import { sampleSession } from "../../../../src/testing/sample-records.ts";
import { AgentSession } from "../../../support/agent-session.ts";
import { FakeTerminal } from "../../../support/fake-terminal.ts";
import { runCommand } from "../../../support/run-cli.ts";
import { type TestPlace, withPlace } from "../../../support/test-context.ts";

const DEAD = { pid: 4_194_305 };

async function twoSessions({ open, clock }: TestPlace) {
  const ctx = await open();
  const older = new AgentSession(ctx, clock, DEAD);
  await older.prompt("Build the importer for the bank's files. Never write to the production bucket.");
  await older.use("Edit", { file_path: `${ctx.caller.cwd}/src/rates.ts` });
  await older.use("Bash", { command: "npm test" }, { ok: false, text: "Exit code 1\n2 failed" });
  await older.stop("- [ ] parse the header");
  clock.now += 60_000;
  const newer = new AgentSession(ctx, clock, { ...DEAD, agent: "codex" });
  await newer.prompt("Draw the chart of the rates.");
  return { ctx, older, newer };
}

function open(ctx: OpenContext, terminal = new FakeTerminal({ columns: 120, rows: 30 })) {
  return { terminal, outcome: runPicker({ ctx, terminal, purpose: "continue", colors: false }) };
}

describe("the picker over a store", () => {
  test("33.2: it lists the sessions with what is open, and previews their record", () =>
    withPlace(async (place) => {
      const { ctx } = await twoSessions(place);
      const { terminal, outcome } = open(ctx);
      await terminal.until(/2 sessions$/m);
      const screen = await terminal.press("\x1b[B", "Newest turns");
      expect(screen).toContain("Draw the chart of the rates.");
      expect(screen).toMatch(/❯ × Build the importer .*claude-code +1 1! +1m/);
      expect(screen).toContain("Never write to the production bucket.");
      expect(screen).toContain("src/rates.ts");
      await terminal.press("\x03", "");
      expect(await outcome).toEqual({ type: "quit" });
      expect(terminal.isEntered).toBe(false);
    }));

  test("33.2: the record of a session is shown over the list", () =>
    withPlace(async (place) => {
      const { ctx } = await twoSessions(place);
      const { terminal, outcome } = open(ctx);
      await terminal.until(/2 sessions$/m);
      const screen = await terminal.press("\x1b[Br", "Latest request");
      expect(screen).toContain("Build the importer for the bank's files.");
      await terminal.press("\x1b", "SESSION");
      await terminal.press("\x03", "");
      await outcome;
    }));

  test("33.2: x dismisses after a yes, and brings back after another", () =>
    withPlace(async (place) => {
      const { ctx, newer } = await twoSessions(place);
      const { terminal, outcome } = open(ctx);
      await terminal.until(/2 sessions$/m);
      await terminal.press("x", "Dismiss");
      await terminal.press("y", "Dismissed: no session will receive its record.");
      expect((await newer.row()).dismissedAt).not.toBeNull();
      await terminal.press("x", "back?");
      await terminal.press("y", "Brought back");
      expect((await newer.row()).dismissedAt).toBeNull();
      await terminal.press("\x03", "");
      await outcome;
    }));

  test("33.2: n saves the work of that session under a name, and no place that waits for the next one", () =>
    withPlace(async (place) => {
      const { ctx, older } = await twoSessions(place);
      const { terminal, outcome } = open(ctx);
      await terminal.until(/2 sessions$/m);
      await terminal.press("\x1b[Bn", "Name this work");
      await terminal.press("importer\r", 'Saved as "importer".');
      const { id } = await older.row();
      const [saved] = await ctx.store.listCheckpoints({ sessionId: id, limit: 1 });
      expect(saved).toMatchObject({ name: "importer", retention: "pinned", kind: "place" });
      await terminal.press("\x03", "");
      await outcome;
    }));

  test("33.2: a failure is said in one line, and the picker goes on", () =>
    withPlace(async (place) => {
      const { ctx } = await twoSessions(place);
      const { terminal, outcome } = open(ctx);
      await terminal.until(/2 sessions$/m);
      await terminal.press("f", "git is not installed");
      await terminal.press("\x03", "");
      expect(await outcome).toEqual({ type: "quit" });
    }));

  test("33.2: another size is another frame", () =>
    withPlace(async (place) => {
      const { ctx } = await twoSessions(place);
      const { terminal, outcome } = open(ctx);
      await terminal.until(/2 sessions$/m);
      const screen = await terminal.resize({ columns: 40, rows: 10 }, "Draw the chart");
      expect(screen.split("\n")).toHaveLength(10);
      expect(screen).not.toContain("│");
      await terminal.press("\x03", "");
      await outcome;
    }));

  test("33.2: a person who holds the arrow key does not stop where the first frame ended", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      for (let i = 0; i < 60; i++) {
        const capture = { ...EMPTY_CAPTURE, goal: `Task ${i}` };
        const { worktree } = await ctx.workspace.locate(ctx.caller.cwd);
        await ctx.store.replaceSession(
          sampleSession({ nativeId: `n${i}`, worktree, lastSeenAt: 60 - i, capture }),
        );
      }
      const { terminal, outcome } = open(ctx, new FakeTerminal({ columns: 80, rows: 10 }));
      for (let i = 0; i < 40; i++) {
        await sleep(30);
        terminal.press("\x1b[B", "").catch(() => {});
      }
      expect(await terminal.until("Task 40")).toContain("❯ × Task 40");
      await terminal.press("\x03", "");
      await outcome;
    }));

  test("33.2: the terminal is given back if the picker fails", () =>
    withPlace(async (place) => {
      const { ctx } = await twoSessions(place);
      const failing = { ...ctx, drain: () => Promise.reject(new Error("broken")) };
      const terminal = new FakeTerminal();
      await expect(runPicker({ ctx: failing, terminal, purpose: "continue", colors: false })).rejects.toThrow(
        "broken",
      );
      expect(terminal.isEntered).toBe(false);
    }));
});

describe("where the command line opens it", () => {
  const at = (terminal: FakeTerminal) => ({ terminal: async () => terminal });

  test("33.2: holdfast alone, and continue and resume without an id", () =>
    withPlace(async (place) => {
      const { newer } = await twoSessions(place);
      const { nativeId } = await newer.row();
      for (const words of [[], ["continue"], ["continue", "--fresh"], ["resume"]]) {
        const terminal = new FakeTerminal();
        const running = runCommand(place, words, at(terminal));
        await terminal.until("[worktree]");
        await terminal.press("\r", "");
        const { code, out } = await running;
        expect(code).toBe(0);
        expect(out).toContain(words[0] === "resume" ? nativeId.slice(0, 8) : "Draw the chart");
      }
    }));

  test("33.2: leaving without a choice prints nothing and is no failure", () =>
    withPlace(async (place) => {
      await twoSessions(place);
      const terminal = new FakeTerminal();
      const running = runCommand(place, ["continue"], at(terminal));
      await terminal.until("[worktree]");
      await terminal.press("\x1b", "");
      expect(await running).toEqual({ code: 0, out: "", err: "" });
    }));

  test("33.2: --plain, --json and a session that is named open nothing", () =>
    withPlace(async (place) => {
      const { newer } = await twoSessions(place);
      const { nativeId } = await newer.row();
      const terminal = new FakeTerminal();
      for (const words of [
        ["--plain"],
        ["--json"],
        ["continue", "--plain"],
        ["continue", nativeId],
        ["list"],
      ])
        expect((await runCommand(place, words, at(terminal))).code).toBe(0);
      expect(terminal.raw).toBe("");
    }));

  test("33.2: other commands keep their own --plain, and text that is called so", () =>
    withPlace(async (place) => {
      const { newer } = await twoSessions(place);
      const { nativeId } = await newer.row();
      const file = join(place.root, "work.holdfast");
      const exported = await runCommand(place, ["export", nativeId, "--plain", "--output", file]);
      expect(exported).toMatchObject({ code: 0, out: expect.stringContaining("not encrypted") });
      const noted = await runCommand(place, ["remember", "--", "--plain"]);
      expect(noted).toMatchObject({ code: 0, out: expect.stringContaining("--plain") });
    }));
});
