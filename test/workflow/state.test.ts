import { expect, test } from "vitest";
import { loadState } from "../../src/checkpoints/state/load/load-state.ts";
import type { Store } from "../../src/kernel/storage/store.ts";
import { workflow } from "../../src/workflow/definition.ts";
import { withWorkflows } from "./with-workflows.ts";

const conductor = workflow(
  "conductor",
  async (wf) => {
    wf.context({ requirements: "docs/requirements.md", specs: ["docs/spec.md"] });
    wf.todo("write the parser", "in_progress");
    wf.todo("ask legal", "blocked");
    await wf.phase("plan", async () => {
      await wf.step("read", () => 1);
      wf.decide("use SQLite", "one file");
      wf.touched("src/a.ts", "src/b.ts");
      wf.episode("ep-12");
    });
    await wf.handoff("planner", "builder", {
      reason: "the plan is done",
      work: () => wf.output("builder", "Built it."),
    });
    wf.todo("write the parser", "completed");
    wf.gate("tests", "pass");
    await wf.risky("drop the old table", () => 2);
    await wf.phase("build", () => {});
    await wf.checkpoint("ready to ship");
    return "shipped";
  },
  { phases: ["plan", "build", "ship"] },
);

async function statesOf(store: Store, workflowId: string) {
  const saved = (await store.listCheckpoints({ workflowId, limit: 20 })).reverse();
  const states = await Promise.all(
    saved.map(({ stateRoot }) => loadState(stateRoot, (keys) => store.getNodes(keys))),
  );
  return { saved, states: states as Record<string, unknown>[] };
}

test("D30 D31 D35 D47 D62 D66: phases, handoffs and risks save checkpoints in one lineage, with trigger and reason", async () => {
  await withWorkflows(async ({ engine, open }) => {
    const runs = await engine([conductor]);
    const run = await runs.start(conductor, null, { id: "tool-app" });
    expect(await run.result()).toBe("shipped");
    const { saved, states } = await statesOf((await open()).store, run.id);
    expect(saved.map(({ trigger, stepName, retention }) => `${trigger}: ${stepName} (${retention})`)).toEqual(
      [
        "phase_complete: plan complete (pinned)",
        "handoff: before planner to builder (auto)",
        "handoff: after planner to builder (auto)",
        "before_risk: before drop the old table (pinned)",
        "phase_complete: build complete (pinned)",
        "explicit: ready to ship (pinned)",
      ],
    );
    const records = (await runs.steps(run.id)).filter(({ checkpointId }) => checkpointId !== null);
    expect(saved.map(({ stepNumber }) => stepNumber)).toEqual(records.map(({ number }) => number));
    expect(saved.map(({ parentId }) => parentId)).toEqual([null, ...saved.slice(0, -1).map(({ id }) => id)]);
    expect(saved.every(({ kind, workflowType }) => kind === "step" && workflowType === "conductor")).toBe(
      true,
    );
    expect(states.map(({ transition }) => transition)).toContainEqual({
      trigger: "handoff",
      from: "planner",
      to: "builder",
      reason: "the plan is done",
    });
  });
});

test("D9 D13 D14 D15 D16 D17 D18 D19 D20 D24 D62 D64 D65: the state of a run has everything that the conductor keeps", async () => {
  await withWorkflows(async ({ engine, open, files, project }) => {
    files.set("docs/requirements.md", "# Requirements");
    const runs = await engine([conductor]);
    const run = await runs.start(conductor, null, { id: "tool-app" });
    await run.result();
    const { saved, states } = await statesOf((await open()).store, run.id);
    expect(states.at(-2)).toMatchObject({
      current_phase: null,
      completed_phases: ["plan", "build"],
      pending_phases: ["ship"],
      current_step: { name: "build complete", agent: null },
      context: {
        project_name: "project",
        project_path: project,
        requirements_path: "docs/requirements.md",
        spec_paths: ["docs/spec.md"],
      },
      decisions: [{ phase: "plan", decision: "use SQLite", rationale: "one file" }],
      files_modified: ["src/a.ts", "src/b.ts"],
      todos: [
        { content: "write the parser", status: "completed" },
        { content: "ask legal", status: "pending", blocked: true },
      ],
      task_counts: { completed: 1, pending: 0, blocked: 1 },
      agent_outputs: { builder: "Built it." },
      episodes: ["ep-12"],
      verification: { tests: "pass" },
      fingerprints: {
        "docs/requirements.md": expect.stringMatching(/^[0-9a-f]{64}$/),
        "docs/spec.md": null,
        todos: 2,
      },
    });
    expect(saved.at(-2)).toMatchObject({ progress: 67 });
    expect(states[1]).toMatchObject({ current_step: { agent: "builder" } });
  });
});

test("D16 D17 D64: a decision made in two attempts is kept once, context notes add up, and work in progress counts as pending", async () => {
  await withWorkflows(async ({ engine, open }) => {
    const noting = workflow("noting", async (wf) => {
      wf.context({ requirements: "docs/requirements.md" });
      wf.context({ specs: ["docs/spec.md"] });
      wf.todo("write the parser", "in_progress");
      const decide = ({ attempt }: { attempt: number }) => {
        wf.decide("use SQLite", "one file");
        if (attempt === 1) throw new Error("busy");
      };
      await wf.step("decide", decide, { retry: { maxAttempts: 2 } });
      await wf.checkpoint("noted");
    });
    const runs = await engine([noting]);
    const run = await runs.start(noting, null);
    await run.result();
    const { states } = await statesOf((await open()).store, run.id);
    expect(states).toMatchObject([
      {
        decisions: [{ phase: null, decision: "use SQLite", rationale: "one file" }],
        context: { requirements_path: "docs/requirements.md", spec_paths: ["docs/spec.md"] },
        task_counts: { completed: 0, pending: 1, blocked: 0 },
      },
    ]);
  });
});

test("D33: during a long step, a checkpoint is saved each time the timer fires", async () => {
  await withWorkflows(async ({ engine, open, tick }) => {
    const long = workflow("long", async (wf) => {
      await wf.phase("build", async () => {
        wf.todo("compile", "in_progress");
        await wf.step("compile", () => new Promise<never>(() => {}));
      });
    });
    const intervals: number[] = [];
    const timers: (() => void)[] = [];
    const runs = await engine([long], {
      every: (ms, call) => {
        intervals.push(ms);
        timers.push(call);
        return () => {};
      },
    });
    const { id } = await runs.start(long, null);
    expect(intervals).toContain(600_000);
    const { store } = await open();
    const saved = () => store.listCheckpoints({ workflowId: id, limit: 5 });
    for (const count of [1, 2]) {
      timers[intervals.indexOf(600_000)]?.();
      await expect.poll(async () => (await saved()).length).toBe(count);
    }
    expect((await saved())[0]).toMatchObject({ trigger: "periodic", stepName: "build", retention: "auto" });
    tick();
  });
});

test("D47: the end of a phase is saved once, even if the process dies before it is recorded", async () => {
  await withWorkflows(async ({ engine, open }) => {
    const job = workflow("job", async (wf) => {
      await wf.phase("plan", () => wf.decide("go"));
      return 1;
    });
    const { store } = await open();
    const dying = { ...store, recordStep: () => new Promise<never>(() => {}) };
    const first = await engine([job], { store: dying as never });
    const { id } = await first.start(job, null);
    await expect.poll(async () => (await store.listCheckpoints({ workflowId: id, limit: 5 })).length).toBe(1);
    await first.close();
    const second = await engine([job]);
    expect(await (await second.resume(id)).result()).toBe(1);
    const { saved, states } = await statesOf(store, id);
    expect(saved.map(({ stepName }) => stepName)).toEqual(["plan complete"]);
    expect(states[0]).toMatchObject({ decisions: [{ decision: "go", phase: "plan" }] });
  });
});

test("D50: no secret that a program notes reaches a checkpoint", async () => {
  await withWorkflows(async ({ engine, open }) => {
    const token = `ghp_${"a1B2c3D4".repeat(4)}abcd`;
    const job = workflow("job", async (wf) => {
      wf.decide(`use ${token}`);
      await wf.phase(`deploy ${token}`, () => {});
      await wf.checkpoint(`before ${token}`);
    });
    const runs = await engine([job]);
    const run = await runs.start(job, null);
    await run.result();
    expect(JSON.stringify(await statesOf((await open()).store, run.id))).not.toContain(token);
    expect(JSON.stringify(await runs.steps(run.id))).not.toContain(token);
  });
});

test("D54: progress is not shown if the number of phases is unknown", async () => {
  await withWorkflows(async ({ engine, open }) => {
    const explore = workflow("open-ended", async (wf) => {
      await wf.phase("explore", () => {});
      wf.todo("write it down", "completed");
      wf.todo("tell the others", "pending");
      await wf.phase("note", () => {});
    });
    const run = await (await engine([explore])).start(explore, null);
    await run.result();
    const { saved } = await statesOf((await open()).store, run.id);
    expect(saved.map(({ progress }) => progress)).toEqual([null, 50]);
  });
});
