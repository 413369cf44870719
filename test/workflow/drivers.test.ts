import { expect, test } from "vitest";
import { HoldfastError } from "../../src/kernel/errors.ts";
import { styleFor } from "../../src/surfaces/cli/layout/style.ts";
import { renderWorkflow } from "../../src/surfaces/cli/render/workflows.ts";
import { workflow } from "../../src/workflow/definition.ts";
import { toRunView } from "../../src/workflow/run-view.ts";
import { withWorkflows } from "./with-workflows.ts";

const how = { style: styleFor(false), now: Date.UTC(2026, 10, 22), columns: 80 };
const noRedactor = {
  text: (text: string) => text,
  lines: (lines: readonly string[]) => [...lines],
  json: <T>(value: T) => value,
};
const stuck = { sleep: () => new Promise<void>(() => {}) };

test("one process drives a run: a second one is rejected, learns who drives it, and takes over when the first has died", async () => {
  await withWorkflows(async ({ engine, clock }) => {
    const job = workflow("job", (wf) => wf.waitFor("go"));
    let isAlive = true;
    const first = await engine([job], stuck);
    const { id } = await first.start(job, null);
    const processes = { startTime: () => (isAlive ? "alive" : undefined) } as never;
    const second = await engine([job], { processes });
    await expect(second.resume(id)).rejects.toThrow(`${id} is driven by process 1 on here.`);
    expect(await second.dangling()).toEqual([]);
    isAlive = false;
    expect((await second.dangling()).map((run) => run.id)).toEqual([id]);
    await second.send(id, "go", 7);
    expect(await (await second.resume(id)).result()).toBe(7);
    // A process on another machine cannot be checked, so its lease decides.
    const away = { self: { host: "away", pid: 1, startTime: "x", engine: "x" } };
    const third = await engine([job], { ...stuck, ...away });
    const other = await third.start(job, null);
    await expect(second.resume(other.id)).rejects.toMatchObject({ code: "conflict" });
    clock.now += 31_000;
    await second.send(other.id, "go", 8);
    expect(await (await second.resume(other.id)).result()).toBe(8);
  });
});

test("the lease of a driver is renewed during a long step", async () => {
  await withWorkflows(async ({ engine, clock, tick }) => {
    const job = workflow("job", (wf) => wf.waitFor("go"));
    const away = { self: { host: "away", pid: 1, startTime: "x", engine: "x" } };
    const first = await engine([job], { ...stuck, ...away });
    const { id } = await first.start(job, null);
    const until = (await first.get(id)).leaseUntil ?? 0;
    clock.now += 25_000;
    tick();
    await expect.poll(async () => (await first.get(id)).leaseUntil ?? 0).toBeGreaterThan(until);
    await first.close();
  });
});

test("what a driver does after it has lost the run is not recorded: it gets an error, and the winner's result stays", async () => {
  await withWorkflows(async ({ engine }) => {
    let release: (() => void) | undefined;
    const slow = workflow("slow", async (wf) => {
      const got = await wf.step("work", async ({ attempt }) => {
        if (attempt === 1 && isFirst) await new Promise<void>((resolve) => (release = resolve));
        return isFirst ? "late" : "winner";
      });
      return got;
    });
    let isFirst = true;
    const first = await engine([slow]);
    const late = await first.start(slow, null);
    const lost = late.result().catch((error: unknown) => error);
    await expect.poll(() => release).toBeDefined();
    isFirst = false;
    const second = await engine([slow], { processes: { startTime: () => undefined } as never });
    const run = await second.resume(late.id);
    expect(await run.result()).toBe("winner");
    isFirst = true;
    release?.();
    expect(await lost).toMatchObject({ code: "conflict" });
    expect(await second.get(late.id)).toMatchObject({ status: "completed", output: '"winner"' });
    expect((await second.steps(late.id)).map(({ result }) => result)).toEqual(['"winner"']);
  });
});

test("of two simultaneous drivers, in 200 rounds, one gets the run and the other is rejected", async () => {
  await withWorkflows(async ({ engine }) => {
    let count = 0;
    const job = workflow("job", async (wf) => wf.step("count", () => ++count));
    const dead = { processes: { startTime: () => undefined } as never };
    const [one, two] = [await engine([job], dead), await engine([job], dead)];
    const creator = await engine([job]);
    const seed = await creator.start(job, null);
    await seed.result();
    for (let round = 0; round < 200; round++) {
      const { id } = await creator.fork(seed.id, { at: 0 });
      const both = await Promise.allSettled([one.resume(id), two.resume(id)]);
      const won = both.filter(({ status }) => status === "fulfilled");
      expect(won).toHaveLength(1);
      for (const each of both) if (each.status === "fulfilled") await each.value.result();
    }
    expect(count).toBe(201);
  });
});

test("cancelling ends a run at its next step, and it can be retried", async () => {
  await withWorkflows(async ({ engine }) => {
    const job = workflow("job", (wf) => wf.waitFor("go"));
    const runs = await engine([job]);
    const run = await runs.start(job, null);
    const ended = run.result().catch((error: unknown) => error);
    await runs.cancel(run.id);
    await runs.send(run.id, "go", 3);
    expect(await ended).toMatchObject({ code: "conflict" });
    expect(await runs.get(run.id)).toMatchObject({ status: "cancelled" });
    await runs.retry(run.id);
    await expect(runs.retry(run.id)).rejects.toMatchObject({ next: expect.stringContaining("resume") });
    expect(await (await runs.resume(run.id)).result()).toBe(3);
    const forkIt = { code: "conflict", next: expect.stringContaining(`fork ${run.id} --at`) };
    await expect(runs.cancel(run.id)).rejects.toMatchObject(forkIt);
    await expect(runs.retry(run.id)).rejects.toMatchObject(forkIt);
  });
});

test("a run in which too many processes died is parked, visible, and resumable with a fresh budget", async () => {
  await withWorkflows(async ({ engine }) => {
    let isDeadly = true;
    const job = workflow(
      "job",
      (wf) => wf.step("die", () => (isDeadly ? new Promise<number>(() => {}) : 4)),
      {
        maxAttempts: 3,
      },
    );
    const dead = { processes: { startTime: () => undefined } as never };
    const first = await engine([job]);
    const { id } = await first.start(job, null);
    for (let attempt = 2; attempt <= 3; attempt++) await (await engine([job], dead)).resume(id);
    const last = await engine([job], dead);
    await expect(last.resume(id)).rejects.toThrow(`${id} is parked after 3 attempts.`);
    expect(await last.get(id)).toMatchObject({ status: "parked", attempts: 3 });
    const runs = [toRunView(await last.get(id), false, noRedactor)];
    expect(renderWorkflow({ action: "show", runs, steps: [], warning: null }, how).join("\n")).toMatch(
      /Status: parked \(its process died too often\)\n[^]*workflow retry/,
    );
    isDeadly = false;
    await last.retry(id);
    expect(await (await last.resume(id)).result()).toBe(4);
  });
});

test("a fork shares the steps before it and continues independently; its original cannot be deleted", async () => {
  await withWorkflows(async ({ engine, open }) => {
    const done: string[] = [];
    const job = workflow("job", async (wf) => {
      await wf.phase("plan", () => wf.step("plan", () => done.push("plan")));
      const way = await wf.step("choose", () => (done.push("choose"), done.length));
      return await wf.step("go", () => (done.push("go"), way));
    });
    const runs = await engine([job]);
    const run = await runs.start(job, null);
    await run.result();
    const [plan, end] = await runs.steps(run.id);
    expect([plan?.key, end?.kind]).toEqual(["plan", "phase"]);
    const fork = await runs.fork(run.id, { at: 2 });
    expect(await (await runs.resume(fork.id)).result()).toBe(4);
    expect(done).toEqual(["plan", "choose", "go", "choose", "go"]);
    const { store } = await open();
    expect((await store.listSteps(fork.id)).map(({ key, number }) => `${number} ${key}`)).toEqual([
      "3 choose",
      "4 go",
    ]);
    expect(await store.deleteRuns([run.id])).toBe(0);
    await expect(runs.fork(run.id, { at: 9 })).rejects.toThrow("fork at a step from 0 to 4");
  });
});

test("a store that is unavailable when a run completes does not fail it, and it can be resumed", async () => {
  await withWorkflows(async ({ engine, open }) => {
    const { store } = await open();
    let isDown = true;
    const changeRun: typeof store.changeRun = async (driver, change, how) => {
      if (isDown && change.status === "completed")
        throw new HoldfastError("store_busy", "The database is locked.");
      return await store.changeRun(driver, change, how);
    };
    const job = workflow("job", (wf) => wf.step("one", () => 1));
    const runs = await engine([job], { store: Object.assign(Object.create(store), { changeRun }) });
    const run = await runs.start(job, null);
    await expect(run.result()).rejects.toMatchObject({ code: "store_busy" });
    expect(await runs.get(run.id)).toMatchObject({ status: "running", owner: null });
    isDown = false;
    expect(await (await runs.resume(run.id)).result()).toBe(1);
  });
});

test("a run that waits ends when another process cancels it", async () => {
  await withWorkflows(async ({ engine, tick }) => {
    const job = workflow("job", (wf) => wf.waitFor("never"));
    const [one, other] = [await engine([job]), await engine([job])];
    const run = await one.start(job, null);
    const ended = run.result().catch((error: unknown) => error);
    await other.cancel(run.id);
    tick();
    expect(await ended).toMatchObject({ code: "conflict" });
    expect(await other.get(run.id)).toMatchObject({ status: "cancelled" });
  });
});

test("what one branch notes is kept while another one waits", async () => {
  await withWorkflows(async ({ engine }) => {
    const job = workflow("job", async (wf) => {
      await wf.parallel({
        waits: (branch) => branch.waitFor("go"),
        works: async (branch) => {
          branch.decide("use PostgreSQL", "many writers");
          for (let i = 0; i < 5; i++) await new Promise((done) => setTimeout(done, 5));
          await branch.step("long", () => 1);
        },
      });
    });
    const runs = await engine([job]);
    const run = await runs.start(job, null);
    await expect.poll(async () => (await runs.steps(run.id)).map(({ key }) => key)).toContain("long");
    await runs.send(run.id, "go");
    await run.result();
    const notes = (await runs.steps(run.id)).map((step) => step.notes ?? "");
    expect(notes.join()).toContain("use PostgreSQL");
  });
});

test("an unavailable store stops a run without failing it, and the run can be resumed when the store is back", async () => {
  await withWorkflows(async ({ engine, open }) => {
    const { store } = await open();
    let isDown = false;
    const flaky = new Proxy(store, {
      get(target, name) {
        const own = Reflect.get(target, name) as (...args: unknown[]) => unknown;
        if (!["recordStep", "saveCheckpoint"].includes(String(name))) return own;
        return async (...args: unknown[]) => {
          if (isDown) throw new HoldfastError("store_busy", "The database is locked.");
          return await own(...args);
        };
      },
    });
    const done: string[] = [];
    const job = workflow("job", async (wf) => {
      await wf.step("one", () => done.push("one"));
      isDown = done.length === 1;
      await wf.phase("end", () => wf.step("two", () => done.push("two")).catch(() => "caught"));
      return done.length;
    });
    const runs = await engine([job], { store: flaky });
    const run = await runs.start(job, null);
    await expect(run.result()).rejects.toMatchObject({ code: "store_busy" });
    expect(await runs.get(run.id)).toMatchObject({ status: "running", owner: null });
    done.push("the store is back");
    expect(await (await runs.resume(run.id)).result()).toBe(4);
    expect(done).toEqual(["one", "two", "the store is back", "two"]);
  });
});
