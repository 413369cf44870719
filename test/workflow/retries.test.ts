import { expect, test } from "vitest";
import { workflow } from "../../src/workflow/definition.ts";
import { withWorkflows } from "./with-workflows.ts";

test("a step is repeated according to its retry policy, and attempts of dead processes count", async () => {
  await withWorkflows(async ({ engine, clock }) => {
    const at: number[] = [];
    const flaky = workflow("flaky", (wf) =>
      wf.step(
        "call",
        ({ attempt }) => {
          at.push(clock.now);
          if (attempt < 4) throw new Error(`attempt ${attempt}`);
          return attempt;
        },
        { retry: { maxAttempts: 4, initialInterval: 1_000 } },
      ),
    );
    // The first process dies in the pause after the second attempt.
    const pauses: number[] = [];
    const first = await engine([flaky], {
      sleep: async (ms) => {
        pauses.push(ms);
        if (pauses.length === 2) await new Promise(() => {});
      },
    });
    const { id } = await first.start(flaky, null);
    await expect.poll(() => pauses).toEqual([1_000, 2_000]);
    await first.close();
    const second = await engine([flaky]);
    expect(await (await second.resume(id)).result()).toBe(4);
    expect(at).toHaveLength(4);
    expect((at[3] ?? 0) - (at[2] ?? 0)).toBeGreaterThanOrEqual(4_000);
    expect((await second.steps(id))[0]).toMatchObject({ key: "call", attempts: 4, error: null });
  });
});

test("a step that is repeated keeps its number and what was noted before it", async () => {
  await withWorkflows(async ({ engine }) => {
    const flaky = workflow("flaky", async (wf) => {
      wf.decide("use SQLite", "one file");
      const retry = { maxAttempts: 3, initialInterval: 1 };
      const fail = ({ attempt }: { attempt: number }) => {
        if (attempt < 3) throw new Error("not yet");
      };
      await wf.step("call", fail, { retry });
      await wf.step("next", () => 1);
    });
    const runs = await engine([flaky]);
    const run = await runs.start(flaky, null);
    await run.result();
    const steps = await runs.steps(run.id);
    expect(steps.map(({ number, key, error }) => [number, key, error])).toEqual([
      [1, "call", null],
      [2, "next", null],
    ]);
    expect(steps[0]?.notes).toContain("use SQLite");
  });
});

test("a pause of weeks before a retry is no shorter, since timers end after 24 days", async () => {
  await withWorkflows(async ({ engine, clock }) => {
    const WEEKS = 26 * 86_400_000;
    const at: number[] = [];
    const patient = workflow("patient", (wf) => {
      const work = ({ attempt }: { attempt: number }) => {
        at.push(clock.now);
        if (attempt === 1) throw new Error("not yet");
      };
      return wf.step("call", work, { retry: { maxAttempts: 2, initialInterval: WEEKS } });
    });
    const pauses: number[] = [];
    const sleep = async (ms: number) => {
      pauses.push(ms);
      clock.now += ms;
    };
    const runs = await engine([patient], { sleep });
    await (await runs.start(patient, null)).result();
    expect((at[1] ?? 0) - (at[0] ?? 0)).toBeGreaterThanOrEqual(WEEKS);
    expect(Math.max(...pauses)).toBeLessThan(2 ** 31);
  });
});

test("a run that is stopped during the pause before a retry does not run the step again", async () => {
  await withWorkflows(async ({ engine }) => {
    let attempts = 0;
    const failing = workflow("failing", (wf) => {
      const work = () => {
        attempts += 1;
        throw new Error("no");
      };
      return wf.step("call", work, { retry: { maxAttempts: 3, initialInterval: 1_000 } });
    });
    let resume = () => {};
    const pause = new Promise<void>((resolve) => (resume = resolve));
    const runs = await engine([failing], { sleep: () => pause });
    const run = await runs.start(failing, null);
    const ended = run.result().catch((error: unknown) => error);
    await expect.poll(() => attempts).toBe(1);
    await runs.close();
    resume();
    await ended;
    expect(attempts).toBe(1);
  });
});

test("a step that failed permanently fails the run; it runs again after a retry, but not after a resume", async () => {
  await withWorkflows(async ({ engine }) => {
    let count = 0;
    const failing = workflow("failing", async (wf) => {
      await wf.step("ok", () => 1);
      return await wf.step("bad", () => {
        if (++count === 1) throw new TypeError("no route to 10.0.0.1");
        return count;
      });
    });
    const runs = await engine([failing]);
    const run = await runs.start(failing, null);
    const error = await run.result().catch((thrown: unknown) => thrown);
    expect(error).toMatchObject({ code: "step_failed", message: "no route to 10.0.0.1" });
    expect(await runs.get(run.id)).toMatchObject({ status: "failed" });
    await expect(runs.resume(run.id)).rejects.toMatchObject({ code: "conflict" });
    await runs.retry(run.id);
    expect(await (await runs.resume(run.id)).result()).toBe(2);
  });
});

test("an attempt that times out is aborted and fails", async () => {
  await withWorkflows(async ({ engine }) => {
    const signals: AbortSignal[] = [];
    const slow = workflow("slow", (wf) =>
      wf.step(
        "wait",
        ({ attempt, signal }) => {
          signals.push(signal);
          return attempt === 1 ? new Promise<string>(() => {}) : "done";
        },
        { timeout: 20, retry: { maxAttempts: 2 } },
      ),
    );
    const runs = await engine([slow]);
    expect(await (await runs.start(slow, null)).result()).toBe("done");
    expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
  });
});

test("an attempt may take weeks, although a timer of that length ends at once", async () => {
  await withWorkflows(async ({ engine }) => {
    const long = workflow("long", (wf) =>
      wf.step("wait", () => new Promise<string>((done) => setTimeout(done, 20, "done")), {
        timeout: 30 * 86_400_000,
      }),
    );
    const runs = await engine([long]);
    expect(await (await runs.start(long, null)).result()).toBe("done");
  });
});
