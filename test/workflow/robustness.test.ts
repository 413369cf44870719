import { expect, test } from "vitest";
import { summarizeState } from "../../src/checkpoints/summarize-state.ts";
import type { Processes } from "../../src/kernel/ports/processes.ts";
import { workflow } from "../../src/workflow/definition.ts";
import { withWorkflows } from "./with-workflows.ts";

const forever = () => new Promise<never>(() => {});

test("an attempt that ends its process counts, so that a step is never begun more often than allowed", async () => {
  await withWorkflows(async ({ engine, open }) => {
    const begun: number[] = [];
    const deadly = workflow("deadly", async (wf) => {
      await wf.step("before", () => 1);
      const die = ({ attempt }: { attempt: number }) => {
        begun.push(attempt);
        return forever();
      };
      const caught = await wf
        .step("die", die, { retry: { maxAttempts: 3 } })
        .catch((error: Error) => error.message);
      return [caught, await wf.step("after", () => 2)];
    });
    const { processes } = await open();
    const alone = (pid: number): Processes => ({
      ...processes,
      startTime: (asked) => (asked === pid ? "alive" : undefined),
    });
    const first = await engine([deadly], { processes: alone(1) });
    const run = await first.start(deadly, null);
    for (const pid of [2, 3]) {
      await expect.poll(() => begun.length).toBe(pid - 1);
      await (await engine([deadly], { processes: alone(pid) })).resume(run.id);
    }
    await expect.poll(() => begun.length).toBe(3);
    const last = await engine([deadly], { processes: alone(4) });
    const [message, after] = (await (await last.resume(run.id)).result()) as [string, number];
    expect(begun).toEqual([1, 2, 3]);
    expect([message, after]).toEqual([expect.stringContaining("attempt 3"), 2]);
    expect((await last.steps(run.id)).map(({ number, key, attempts }) => [number, key, attempts])).toEqual([
      [1, "before", 1],
      [2, "die", 3],
      [3, "after", 1],
    ]);
  });
});

test("an attempt that an engine interrupted because it was closed does not count", async () => {
  await withWorkflows(async ({ engine }) => {
    const begun: number[] = [];
    const slow = workflow("slow", (wf) => {
      const work = ({ attempt }: { attempt: number }) => {
        begun.push(attempt);
        return begun.length < 4 ? forever() : "done";
      };
      return wf.step("work", work, { retry: { maxAttempts: 2 } });
    });
    let runs = await engine([slow]);
    const { id } = await runs.start(slow, null);
    for (let i = 1; i < 4; i++) {
      await expect.poll(() => begun.length).toBe(i);
      await runs.close();
      runs = await engine([slow]);
      void (await runs.resume(id)).result().catch(() => {});
    }
    await expect.poll(async () => (await runs.get(id)).status).toBe("completed");
    expect(begun).toEqual([1, 1, 1, 1]);
  });
});

test("ids that contain slashes do not collide: idempotency keys, and branches of branches", async () => {
  await withWorkflows(async ({ engine }) => {
    const waiting = workflow("waiting", async (wf) => await wf.waitFor("go"));
    const nested = workflow("nested", (wf) =>
      wf.parallel({
        a: (outer) => outer.parallel({ b: (inner) => inner.step("work", () => "inner") }),
        "a/1/b": (outer) => outer.step("work", () => "outer"),
        "a%2F1%2Fb": (outer) => outer.step("work", () => "encoded"),
        "with space": (outer) => outer.step("work", () => "spaced"),
      }),
    );
    const runs = await engine([waiting, nested]);
    const [first, second] = [
      await runs.start(waiting, null, { id: "a/b" }),
      await runs.start(waiting, null, { id: "a" }),
    ];
    expect(await runs.send("a/b", "go", 1, { idempotencyKey: "c" })).toBe(true);
    expect(await runs.send("a", "go", 2, { idempotencyKey: "b/c" })).toBe(true);
    expect(await runs.send("a", "go", 3, { idempotencyKey: "b/c" })).toBe(false);
    expect([await first.result(), await second.result()]).toEqual([1, 2]);
    const run = await runs.start(nested, null);
    expect(await run.result()).toEqual({
      a: { b: "inner" },
      "a/1/b": "outer",
      "a%2F1%2Fb": "encoded",
      "with space": "spaced",
    });
    const places = (await runs.steps(run.id)).map(({ place }) => place);
    expect(new Set(places).size).toBe(4);
    expect(places.some((place) => place.includes(" "))).toBe(false);
  });
});

test("of two waits at the same time, one gets a signal", async () => {
  await withWorkflows(async ({ engine }) => {
    const racing = workflow("racing", (wf) => {
      const wait = (inner: typeof wf) => inner.waitFor<string>("go", { timeout: 100 });
      return wf.parallel({ a: wait, b: wait, c: wait });
    });
    const runs = await engine([racing]);
    const run = await runs.start(racing, null, { id: "racing" });
    await runs.send("racing", "go", "first");
    await runs.send("racing", "go", "second");
    const got = Object.values(await run.result()).filter((payload) => payload !== undefined);
    expect(got.toSorted()).toEqual(["first", "second"]);
  });
});

test("a clock that is set back stretches neither a sleep nor the time limit of a wait", async () => {
  await withWorkflows(async ({ engine, clock }) => {
    let waited = 0;
    const sleep = async (ms: number) => {
      waited += ms;
      clock.now += ms - 3_600_000;
      await new Promise((resolve) => setImmediate(resolve));
    };
    const patient = workflow("patient", async (wf) => {
      await wf.sleep(150_000);
      const slept = waited;
      await wf.waitFor("never", { timeout: 10_000 });
      return [slept, waited - slept];
    });
    const runs = await engine([patient], { sleep });
    const [slept, polled] = (await (await runs.start(patient, null)).result()) as [number, number];
    // The test's clock advances by a millisecond whenever it is read.
    expect(Math.abs(slept - 150_000)).toBeLessThan(10);
    expect(polled).toBe(10_000);
  });
});

test("canceling a run that sleeps ends it at once, and within a second in another process", async () => {
  await withWorkflows(async ({ engine, tick }) => {
    const aborted: number[] = [];
    const sleep = (ms: number, signal?: AbortSignal) => {
      signal?.addEventListener("abort", () => aborted.push(ms));
      return forever();
    };
    const napper = workflow("napper", async (wf) => {
      await wf.step("a", () => 1);
      await wf.sleep(3_600_000);
    });
    const [own, other] = [await engine([napper], { sleep }), await engine([napper])];
    const first = await own.start(napper, null);
    const second = await own.start(napper, null);
    await expect.poll(async () => (await own.steps(second.id)).length).toBe(2);
    await own.cancel(first.id);
    await expect(first.result()).rejects.toMatchObject({ code: "conflict" });
    await other.cancel(second.id);
    tick();
    await expect(second.result()).rejects.toMatchObject({ code: "conflict" });
    expect(aborted).toHaveLength(2);
    expect((await own.get(second.id)).status).toBe("cancelled");
  });
});

test("the id of a run of another workflow is rejected, not answered with that run's result", async () => {
  await withWorkflows(async ({ engine }) => {
    const pay = workflow("pay", (wf, amount: number) => wf.step("charge", () => amount));
    const mail = workflow("mail", (wf, to: string) => wf.step("send", () => to));
    const runs = await engine([pay, mail]);
    await (await runs.start(pay, 5, { id: "order-7" })).result();
    const second = runs.start(mail, "kim", { id: "order-7" });
    await expect(second).rejects.toMatchObject({ code: "conflict", message: expect.stringContaining("pay") });
    expect(await (await runs.start(pay, 5, { id: "order-7" })).result()).toBe(5);
  });
});

test("a claim, a cancel and a retry whose answers are lost have succeeded, and no second claim has", async () => {
  await withWorkflows(async ({ engine, open }) => {
    const { store } = await open();
    const changeRun: typeof store.changeRun = async (...change) => {
      await store.changeRun(...change);
      return await store.changeRun(...change); // what a repetition after a lost answer returns
    };
    let fails = true;
    const task = workflow("task", (wf) =>
      wf.step("work", () => (fails ? Promise.reject(new Error("no")) : 42)),
    );
    const runs = await engine([task], { store: { ...store, changeRun } });
    const run = await runs.start(task, null);
    await expect(run.result()).rejects.toMatchObject({ message: "no" });
    expect((await runs.retry(run.id)).status).toBe("running");
    fails = false;
    const resumed = await Promise.allSettled([runs.resume(run.id), runs.resume(run.id)]);
    expect(resumed.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
    for (const each of resumed) if (each.status === "fulfilled") expect(await each.value.result()).toBe(42);
    const canceled = await runs.start(
      workflow("nap", (wf) => wf.sleep(1e9)),
      null,
      { id: "nap" },
    );
    void canceled.result().catch(() => {});
    expect((await runs.cancel("nap")).status).toBe("cancelled");
  });
});

test("checkpoints of a run keep their order if the clock is set back, and a run that goes on is below 100 %", async () => {
  await withWorkflows(async ({ engine, clock, open }) => {
    const steps = workflow("steps", async (wf) => {
      wf.todo("one", "completed");
      await wf.checkpoint("first");
      clock.now -= 3_600_000;
      wf.todo("two", "completed");
      await wf.checkpoint("second");
      wf.todo("three");
      await wf.checkpoint("third");
    });
    const runs = await engine([steps]);
    const run = await runs.start(steps, null);
    await run.result();
    const { store } = await open();
    const listed = await store.listCheckpoints({ workflowId: run.id, limit: 5 });
    expect(listed.map(({ name, progress }) => [name, progress])).toEqual([
      ["third", 67],
      ["second", 99],
      ["first", 99],
    ]);
    expect(summarizeState({ todos: [{ content: "x", status: "completed" }] }).progress).toBe(100);
  });
});
