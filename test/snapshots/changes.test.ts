import { expect, test } from "vitest";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { runSnapshotRequests } from "../../src/snapshots/run-requests.ts";
import { queueSnapshot } from "../../src/snapshots/snapshot-queue.ts";
import { AgentSession } from "../support/agent-session.ts";
import { runCommand } from "../support/run-cli.ts";
import { withSnapshots } from "../support/snapshot-place.ts";

const shown = { patch: false, limit: 5 };

test("shows what a killed agent did after the last snapshot", () =>
  withSnapshots(async ({ ctx, at, put }) => {
    put("a.txt", "one\n");
    await at("prompt", 1);
    put("a.txt", null);
    put("b.txt", "two\nlines\n");
    const { turns } = await changes.call(ctx, shown);
    expect(turns).toMatchObject([
      {
        session: "ses_one",
        turn: 1,
        files: [
          { path: "a.txt", removed: 1 },
          { path: "b.txt", added: 2 },
        ],
      },
    ]);
  }));

test("takes the snapshots that still wait before it looks for a turn", () =>
  withSnapshots(async ({ ctx, project, put, restore }) => {
    put("a.txt", "one\n");
    const moment = { session: "ses_one", agent: "claude-code", worktree: project, turn: 1 };
    const rest = { checkpoint: null, name: null, gitHead: null, gitBranch: null };
    queueSnapshot(ctx, { ...moment, ...rest, moment: "prompt", at: ctx.clock() });
    expect(await restore("1")).toMatchObject({ target: "before turn 1", applied: true });
  }));

test("a turn that does not exist is refused, one that changed no file is not", () =>
  withSnapshots(async (place) => {
    const { ctx, clock } = place;
    const session = new AgentSession(ctx, clock, { pid: process.pid });
    await session.start();
    await session.prompt("Look at the list.");
    await runSnapshotRequests(ctx);
    await session.stop();
    await runSnapshotRequests(ctx);
    const shell = { open: () => place.open({}, { env: { PATH: process.env["PATH"] } }) };
    expect(await runCommand(shell, ["changes", "1"])).toMatchObject({ code: 0 });
    const refused = await runCommand(shell, ["changes", "99"]);
    expect(refused.code).not.toBe(0);
    expect(refused.err).toContain("There is no turn 99: the longest session here has 1 turn.");
  }));

test("a turn is refused where nothing was captured, and doctor is named", () =>
  withSnapshots(async (place) => {
    const shell = { open: () => place.open({}, { env: { PATH: process.env["PATH"] } }) };
    for (const command of ["restore", "changes"]) {
      const { code, err } = await runCommand(shell, [command, "1"]);
      expect(code).toBe(66);
      expect(err).toContain("No turn was captured here.\nRun `holdfast doctor`");
    }
  }));

test("turns, and files that another session changed, name sessions as every list does", () =>
  withSnapshots(async (place) => {
    const { ctx, clock, put } = place;
    const work = async (file: string) => {
      const session = new AgentSession(ctx, clock, { pid: process.pid });
      await session.start();
      await session.prompt("Write the list.");
      await runSnapshotRequests(ctx);
      put(file, "1\n");
      await session.stop();
      await runSnapshotRequests(ctx);
      return (await session.row()).nativeId;
    };
    const first = await work("a.js");
    const second = await work("b.js");
    const shell = { open: () => place.open({}, { env: { PATH: process.env["PATH"] } }) };
    const shown = await runCommand(shell, ["changes"]);
    expect(shown.out).toContain(`Turn 1 of session ${first.slice(0, 8)}: 1 file`);
    expect(shown.out).toContain(`holdfast restore 1 --session ${second.slice(0, 8)} `);
    expect(shown.out).not.toContain("ses_");
    const plan = await runCommand(shell, ["restore", "1", "--session", first.slice(0, 8), "--dry-run"]);
    expect(plan.out).toContain(`changed by session ${second.slice(0, 8)}`);
  }));

test("the same prompt again within seconds begins another turn", () =>
  withSnapshots(async (place) => {
    const { ctx, clock, put } = place;
    const session = new AgentSession(ctx, clock, { pid: process.pid });
    await session.start();
    for (const [number, promptId] of ["one", "two"].entries()) {
      await session.prompt("continue", { promptId });
      await runSnapshotRequests(ctx);
      put(`${number}.js`, "made\n");
      await session.use("Bash", { command: "node make.mjs" }, undefined, { promptId });
      await session.stop("Done.", {}, { promptId });
      await runSnapshotRequests(ctx);
    }
    expect(await session.prompts()).toEqual(["continue", "continue"]);
    const { turns } = await changes.call(ctx, shown);
    expect(turns.map(({ turn, files }) => [turn, files.map(({ path }) => path)])).toEqual([
      [1, ["0.js"]],
      [2, ["1.js"]],
    ]);
  }));
