import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { list } from "../../../src/capture/operations/list.ts";
import { inspect } from "../../../src/checkpoints/operations/inspect.ts";
import { prune } from "../../../src/checkpoints/operations/prune.ts";
import { encodeState } from "../../../src/checkpoints/state/encode/encode-state.ts";
import type { Context } from "../../../src/kernel/context.ts";
import { resume } from "../../../src/place/operations/resume.ts";
import { save } from "../../../src/place/operations/save.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";

const DAY_MS = 86_400_000;

const STATE = {
  context: {
    project_name: "shop",
    project_path: "/home/ann/shop",
    requirements: "/home/ann/shop/docs/requirements.md",
    specs: ["/home/ann/shop/docs/api.md"],
  },
  current_phase: 2.5,
  completed_phases: ["0", "1", "2"],
  pending_phases: ["3", "4"],
  decisions: [{ phase: "1", decision: "Use PostgreSQL", rationale: "teams" }],
  files_modified: ["/home/ann/shop/src/login.ts"],
  todos: [{ content: "Create endpoints", status: "in_progress" }],
  agent_outputs: { architect: { summary: "Two services", risks: ["latency"] } },
};

async function withRun(run: (ctx: Context, place: TestPlace) => Promise<void>): Promise<void> {
  await withPlace(async (place) => {
    const git = (...words: string[]) => execFileSync("git", words, { cwd: place.project, stdio: "pipe" });
    git("init", "-q", "-b", "main");
    git("-c", "user.email=a@b", "-c", "user.name=a", "commit", "-q", "--allow-empty", "-m", "first");
    await run(await place.open(), place);
  });
}

test("D13 D14 D15 D16 D17 D18 D19 D20 D49: the whole state of a run comes back as it was saved", () =>
  withRun(async (ctx) => {
    const { id, stateRoot } = await save.call(ctx, { workflow: "conductor_shop", state: STATE });
    expect((await inspect.call(ctx, { id })).state).toEqual(STATE);
    // Of its own bytes alone: with the state in hand it can be verified.
    expect(stateRoot).toBe(encodeState(STATE).root);
  }));

test("D11 D12 D21 D22 D23 D24 D63: step, parent, branch, trigger and progress stand in the record", () =>
  withRun(async (ctx) => {
    const first = await save.call(ctx, {
      workflow: "w",
      workflowType: "conductor",
      step: "Plan",
      state: STATE,
    });
    expect(first).toMatchObject({
      stepNumber: 1,
      step: "Plan",
      branch: "main",
      trigger: "explicit",
      progress: 60,
    });
    const second = await save.call(ctx, { workflow: "w", step: "Build", progress: 75 });
    expect(second).toMatchObject({
      workflow: "w",
      createdAt: expect.stringMatching(/^2026-11-21T12:00:.*Z$/),
      stepNumber: 2,
      parent: first.id,
      progress: 75,
      workflowType: "conductor",
    });
  }));

test.each(["phase_complete", "handoff", "file_change", "explicit", "before_risk", "periodic"])(
  "D30 D31 D32 D34 D35: why it was saved is kept: %s",
  (trigger) =>
    withRun(async (ctx) => {
      const { id } = await save.call(ctx, { workflow: "w", trigger });
      expect((await inspect.call(ctx, { id })).checkpoint.trigger).toBe(trigger);
    }),
);

test("D41 D44 D46: resume reports the run, its place and phase, what was changed, and gives the state back", () =>
  withRun(async (ctx, { project }) => {
    const { id } = await save.call(ctx, { workflow: "w", step: "Phase 2", state: STATE });
    expect(await resume.call(ctx, { id })).toMatchObject({
      checkpoint: { workflow: "w", step: "Phase 2", progress: 60, worktree: project },
      phase: "2.5",
      files: ["/home/ann/shop/src/login.ts"],
      next: "3",
      state: STATE,
    });
  }));

test("D38 D48 D51 D52: the latest of a run is one look away, and all of them are listed with how far they are", () =>
  withRun(async (ctx) => {
    for (const progress of [10, 20, 30])
      await save.call(ctx, { workflow: "a", step: `at ${progress}`, progress });
    await save.call(ctx, { workflow: "b", step: "other", progress: 100 });
    const latest = await list.call(ctx, { workflow: "a", limit: 1 });
    expect(latest.checkpoints).toMatchObject([{ step: "at 30", progress: 30 }]);
    const { checkpoints } = await list.call(ctx, { limit: 5 });
    expect(checkpoints.map(({ workflow, progress }) => [workflow, progress])).toEqual([
      ["b", 100],
      ["a", 30],
      ["a", 20],
      ["a", 10],
    ]);
  }));

test("D47 D53 D70: after a week the steps of a run go, and the ends of its phases stay", () =>
  withRun(async (ctx, { clock }) => {
    await save.call(ctx, { workflow: "w", step: "passing" });
    const step = "phase 1 complete";
    const end = await save.call(ctx, { workflow: "w", step, trigger: "phase_complete", state: STATE });
    clock.now += 8 * DAY_MS;
    await prune.call(ctx, {});
    const { checkpoints } = await list.call(ctx, {});
    expect(checkpoints.map(({ id }) => id)).toEqual([end.id]);
    expect((await resume.call(ctx, {})).state).toEqual(STATE);
  }));

test("D67: a save returns its tier, until when it is kept, its parent, the hash of its state and the time to read it", () =>
  withRun(async (ctx) => {
    const first = await save.call(ctx, { workflow: "w", state: STATE });
    const week = new Date(Date.parse(first.createdAt) + 7 * DAY_MS).toISOString();
    expect(first).toMatchObject({ tier: "hot", keptUntil: week, parent: null });
    expect(first.restoreSeconds).toBeGreaterThan(0);
    expect(first.restoreSeconds).toBeLessThan(60);
    const end = await save.call(ctx, { workflow: "w", trigger: "phase_complete", state: STATE });
    expect(end).toMatchObject({
      tier: "kept",
      keptUntil: null,
      parent: first.id,
      stateRoot: first.stateRoot,
    });
  }));

test("D68: resume says that the commit is another one now", () =>
  withRun(async (ctx, { project }) => {
    const { id, head } = await save.call(ctx, { state: STATE });
    expect((await resume.call(ctx, { id })).drift).toEqual([]);
    writeFileSync(join(project, "a.txt"), "a");
    const git = (...words: string[]) => execFileSync("git", words, { cwd: project, stdio: "pipe" });
    git("add", "a.txt");
    git("-c", "user.email=a@b", "-c", "user.name=a", "commit", "-q", "-m", "second");
    const { drift } = await resume.call(ctx, { id });
    expect(drift.join("\n")).toContain(head?.slice(0, 7));
  }));

test("D69: the lineage is shown step by step: trigger, step and parent of each", () =>
  withRun(async (ctx) => {
    for (const step of ["one", "two", "three"])
      await save.call(ctx, { workflow: "w", step, trigger: "handoff" });
    const { checkpoints } = await list.call(ctx, { workflow: "w" });
    const chain = checkpoints.map(({ step, trigger, parent }, i) => {
      expect(parent).toBe(checkpoints[i + 1]?.id ?? null);
      return [step, trigger];
    });
    expect(chain).toEqual([
      ["three", "handoff"],
      ["two", "handoff"],
      ["one", "handoff"],
    ]);
  }));
