import { describe, expect, test } from "vitest";
import type { Store } from "../kernel/storage/store.ts";
import type { PendingWrite } from "../kernel/storage/write-storage.ts";
import type { WorkflowRun, WorkflowStep } from "../kernel/workflow-record.ts";
import { sampleCheckpoint, sampleId } from "./sample-records.ts";

function sampleRun(change: Partial<WorkflowRun> = {}): WorkflowRun {
  const at = { createdAt: 1_000, updatedAt: 1_000 };
  const none = { output: null, error: null, codeVersion: null, leaseUntil: null, module: null };
  const place = { projectId: "prj_a", worktree: "/w", forkedFrom: null, forkedAt: null };
  const driver = { status: "running", attempts: 1, owner: null, fence: 1 } as const;
  return { id: sampleId("wf"), type: "t", input: null, ...none, ...place, ...driver, ...at, ...change };
}

function sampleStep(runId: string, place: string, change: Partial<WorkflowStep> = {}): WorkflowStep {
  const result = { result: "1", error: null, attempts: 1, notes: null, checkpointId: null };
  const at = { startedAt: 5, endedAt: 6 };
  return { runId, place, number: Number(place), kind: "step", key: `k${place}`, ...result, ...at, ...change };
}

function sampleWrite(checkpointId: string, change: Partial<PendingWrite> = {}): PendingWrite {
  const value = Buffer.from("1");
  const task = { taskId: "t", taskPath: "", position: 0 };
  return { checkpointId, ...task, channel: "c", type: "json", value, ...change };
}

export function workflowContract(store: () => Store): void {
  describe("workflow runs", () => {
    test("a run is created once, found by a prefix of its id, and listed newest first", async () => {
      const run = sampleRun({ type: "build", input: '{"a":1}' });
      expect(await store().createRun(run)).toBe(true);
      expect(await store().createRun({ ...run, type: "other" })).toBe(false);
      expect(await store().getRun(run.id)).toEqual(run);
      expect(await store().findRunIds(run.id.slice(0, -2), 5)).toEqual([run.id]);
      const later = sampleRun({ createdAt: 2_000, status: "failed" });
      await store().createRun(later);
      const ids = async (filter: object) =>
        (await store().listRuns({ limit: 10, ...filter })).map(({ id }) => id);
      expect(await ids({})).toEqual([later.id, run.id]);
      expect(await ids({ after: later })).toEqual([run.id]);
      expect(await ids({ status: "failed" })).toEqual([later.id]);
      expect(await ids({ type: "build", projectId: "prj_a" })).toEqual([run.id]);
    });

    test("only the driver with the fence changes a run and records its steps, and only while it runs", async () => {
      const run = sampleRun();
      await store().createRun(run);
      const driver = { runId: run.id, fence: 1 };
      expect(await store().recordStep(sampleStep(run.id, "1"), 1)).toBe(true);
      expect(await store().changeRun(driver, { fence: 2, owner: "b" })).toBe(true);
      const late = { fence: 2, owner: "c" };
      expect(await store().changeRun(driver, late)).toBe(false);
      expect(await store().changeRun(driver, late, { unflushed: true })).toBe(false);
      expect(await store().recordStep(sampleStep(run.id, "2"), 1)).toBe(false);
      expect(await store().recordStep(sampleStep(run.id, "2"), 1, { unflushed: true })).toBe(false);
      expect(await store().recordStep(sampleStep(run.id, "2"), 2, { unflushed: true })).toBe(true);
      await store().changeRun({ ...driver, fence: 2 }, { status: "cancelled" });
      expect(await store().recordStep(sampleStep(run.id, "3"), 2)).toBe(false);
      const steps = await store().listSteps(run.id);
      expect(steps).toEqual([sampleStep(run.id, "1"), sampleStep(run.id, "2")]);
    });

    test("several steps are recorded at once, all or none", async () => {
      const run = sampleRun();
      await store().createRun(run);
      const steps = ["1", "2", "3"].map((place) => sampleStep(run.id, place, { notes: '"é"\n\\u0041 🙂' }));
      expect(await store().recordSteps(steps, 2)).toBe(false);
      expect(await store().listSteps(run.id)).toEqual([]);
      expect(await store().recordSteps(steps, 1)).toBe(true);
      const changed = steps.slice(1).map((step) => ({ ...step, result: null, attempts: 2 }));
      expect(await store().recordSteps(changed, 1)).toBe(true);
      expect(await store().listSteps(run.id)).toEqual([steps[0], ...changed]);
    });

    test("of drivers that take over at the same time, one gets the run", async () => {
      const run = sampleRun();
      await store().createRun(run);
      const claim = (owner: string) =>
        store().changeRun({ runId: run.id, fence: 1 }, { fence: 2, owner, attempts: 2 }, { unflushed: true });
      const won = await Promise.all(["a", "b", "c"].map(claim));
      expect(won.filter(Boolean)).toHaveLength(1);
      expect((await store().getRun(run.id))?.owner).toBe(["a", "b", "c"][won.indexOf(true)]);
    });

    test("a step's record is replaced by its next attempt, and records can be deleted", async () => {
      const run = sampleRun();
      await store().createRun(run);
      const failed = sampleStep(run.id, "1", { result: null, error: "{}", endedAt: null });
      await store().recordStep(failed, 1);
      const again = { ...failed, attempts: 2, endedAt: 9, notes: '"a"\n\\u0041\t\u2028 é 🙂' };
      await store().recordStep(again, 1);
      expect(await store().listSteps(run.id)).toEqual([again]);
      const kept = sampleStep(run.id, "2");
      await store().recordStep(kept, 1, { unflushed: true });
      expect(await store().forgetSteps({ runId: run.id, fence: 2 }, ["1"])).toBe(0);
      expect(await store().forgetSteps({ runId: run.id, fence: 1 }, ["1", "3"])).toBe(1);
      expect(await store().forgetSteps({ runId: run.id, fence: 1 }, [])).toBe(0);
      expect(await store().listSteps(run.id)).toEqual([kept]);
    });

    test("a signal is sent once, and taken once, with the record of the step that took it", async () => {
      const run = sampleRun();
      await store().createRun(run);
      const signal = {
        id: sampleId("sig"),
        runId: run.id,
        name: "go",
        payload: "1",
        sentAt: 5,
        takenBy: null,
      };
      expect(await store().sendSignal(signal)).toBe(true);
      expect(await store().sendSignal(signal)).toBe(false);
      expect(await store().findSignal(run.id, "stop")).toBeUndefined();
      const found = await store().findSignal(run.id, "go");
      expect(found).toEqual(signal);
      expect(await store().takeSignal(signal.id, sampleStep(run.id, "1"), 9)).toBe(false);
      expect(await store().takeSignal(signal.id, sampleStep(run.id, "1"), 1)).toBe(true);
      expect(await store().findSignal(run.id, "go")).toBeUndefined();
      expect(await store().listSteps(run.id)).toHaveLength(1);
      // Repeated after a lost answer, but not by another step.
      expect(await store().takeSignal(signal.id, sampleStep(run.id, "1"), 1)).toBe(true);
      const again = store().takeSignal(signal.id, sampleStep(run.id, "2"), 1);
      await expect(again).rejects.toMatchObject({ code: "conflict" });
      expect(await store().listSteps(run.id)).toHaveLength(1);
    });

    test("signals sent one after the other are taken in this order, whatever the clock shows", async () => {
      const run = sampleRun();
      await store().createRun(run);
      const sent = [9, 9, 9, 9, 2, 5].map((sentAt, i) => ({
        id: `sig_${(i * 7) % 6}`,
        runId: run.id,
        name: "go",
        payload: String(i),
        sentAt,
        takenBy: null,
      }));
      for (const signal of sent) expect(await store().sendSignal(signal)).toBe(true);
      const taken: unknown[] = [];
      for (const place of ["1", "2", "3", "4", "5", "6"]) {
        const found = await store().findSignal(run.id, "go");
        taken.push(found?.payload);
        await store().takeSignal(found?.id ?? "", sampleStep(run.id, place), 1);
      }
      expect(taken).toEqual(["0", "1", "2", "3", "4", "5"]);
    });

    test("a run that a fork needs is kept", async () => {
      const run = sampleRun();
      const fork = sampleRun({ forkedFrom: run.id, forkedAt: 1 });
      for (const each of [run, fork]) await store().createRun(each);
      await store().recordStep(sampleStep(run.id, "1"), 1);
      expect(await store().deleteRuns([run.id])).toBe(0);
      expect(await store().deleteRuns([run.id, fork.id])).toBe(2);
      expect(await store().listSteps(run.id)).toEqual([]);
    });
  });

  describe("pending writes", () => {
    test("are listed by path, task and position; special writes are replaced, others are not", async () => {
      const { id } = sampleCheckpoint();
      await store().putWrites([sampleWrite(id, { position: 1 }), sampleWrite(id)]);
      await store().putWrites([sampleWrite(id, { taskPath: "~a", taskId: "a" })]);
      await store().putWrites([sampleWrite(id, { channel: "other" })]);
      await store().putWrites([sampleWrite(id, { position: -1 })]);
      await store().putWrites([sampleWrite(id, { position: -1, channel: "replaced" })]);
      const found = await store().listWrites([id]);
      expect(found.map(({ taskId, position, channel }) => `${taskId} ${position} ${channel}`)).toEqual([
        "t -1 replaced",
        "t 0 c",
        "t 1 c",
        "a 0 c",
      ]);
      expect(Buffer.from(found[0]?.value ?? []).toString()).toBe("1");
    });

    test("are deleted with their checkpoint", async () => {
      const saved = sampleCheckpoint();
      await store().saveCheckpoint(saved, new Map());
      await store().putWrites([sampleWrite(saved.id)]);
      await store().deleteCheckpoints([saved.id]);
      expect(await store().listWrites([saved.id])).toEqual([]);
    });
  });
}
