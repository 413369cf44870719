import { expect, test } from "vitest";
import { prune } from "../../src/checkpoints/operations/prune.ts";
import { workflow } from "../../src/workflow/definition.ts";
import { withWorkflows } from "./with-workflows.ts";

test("D5 D53 D60: a month after a run ends, its records are deleted and its phase checkpoints stay; open and forked runs are kept", async () => {
  await withWorkflows(async ({ engine, open, clock }) => {
    const job = workflow("job", async (wf, isOpen: boolean) => {
      await wf.phase("plan", () => wf.step("read", () => 1));
      if (isOpen) throw new Error("no disk");
    });
    const runs = await engine([job]);
    const begin = async (id: string, isOpen: boolean) => {
      const run = await runs.start(job, isOpen, { id });
      await run.result().catch(() => {});
    };
    for (const id of ["ended", "forked"]) await begin(id, false);
    await begin("failed", true);
    await runs.fork("forked", { at: 1, id: "fork" });
    const ctx = await open();
    await prune.call(ctx, {});
    expect(await ctx.store.getRun("ended")).toBeDefined();
    clock.now += 31 * 86_400_000;
    await prune.call(ctx, {});
    expect(await ctx.store.getRun("ended")).toBeUndefined();
    expect(await ctx.store.listSteps("ended")).toEqual([]);
    for (const id of ["failed", "forked", "fork"]) expect(await ctx.store.getRun(id)).toBeDefined();
    const saved = await ctx.store.listCheckpoints({ workflowId: "ended", limit: 5 });
    expect(saved.map(({ stepName }) => stepName)).toEqual(["plan complete"]);
  });
});
