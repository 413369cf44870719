import { expect, test } from "vitest";
import { HoldfastError } from "../../../src/kernel/errors.ts";
import { workflow } from "../../../src/workflow/definition.ts";
import type { WorkflowScope } from "../../../src/workflow/scope.ts";
import { SUBJECTS, until, withSubject } from "./subjects.ts";

const auto = { recovery: "auto", version: "1" } as const;
const forever = () => new Promise<never>(() => {});

test.each(SUBJECTS)("%s, D1 D2: completed steps do not run again in another process", async (name) => {
  await withSubject(name, async ({ engine }) => {
    const done: string[] = [];
    let isBroken = true;
    const build = workflow(
      "build",
      async (wf, app: string) => {
        const compiled = await wf.step("compile", () => (done.push("compile"), { app, files: 3 }));
        await wf.step("test", () => (done.push("test"), isBroken ? forever() : null));
        return `${compiled.app}: ${compiled.files}`;
      },
      auto,
    );
    const first = await engine([build]);
    const { id } = await first.start(build, "app");
    await until(() => done.length === 2);
    await first.close();
    isBroken = false;
    const second = await engine([build]);
    expect(await (await second.resume(id)).result()).toBe("app: 3");
    expect(done).toEqual(["compile", "test", "test"]);
    expect(await second.get(id)).toMatchObject({ status: "completed", output: '"app: 3"' });
  });
});

test.each(SUBJECTS)("%s: a result is the same the first time and when it is replayed", async (name) => {
  await withSubject(name, async ({ engine }) => {
    const seen: unknown[] = [];
    const dates = workflow(
      "dates",
      async (wf) => {
        const at = await wf.step("now", () => ({ at: new Date(0), none: undefined }));
        seen.push([at, await wf.step("nothing", () => {}), await wf.step("null", () => null)]);
        await wf.waitFor("go");
      },
      auto,
    );
    const first = await engine([dates]);
    const { id } = await first.start(dates, null);
    await until(() => seen.length === 1);
    await first.close();
    const second = await engine([dates]);
    await second.send(id, "go");
    await (await second.resume(id)).result();
    expect(seen).toHaveLength(2);
    expect(seen[0]).toEqual([{ at: "1970-01-01T00:00:00.000Z" }, undefined, null]);
    expect(seen[1]).toEqual(seen[0]);
  });
});

test.each(SUBJECTS)("%s: starting twice with the same id starts one run", async (name) => {
  await withSubject(name, async ({ engine }) => {
    let count = 0;
    const once = workflow("once", (wf, n: number) => wf.step("count", () => (count += n)), auto);
    const runs = await engine([once]);
    expect(await (await runs.start(once, 5, { id: "invoice-7" })).result()).toBe(5);
    expect(await (await runs.start(once, 6, { id: "invoice-7" })).result()).toBe(5);
    expect(count).toBe(5);
  });
});

test.each(SUBJECTS)("%s: a step is repeated according to its retry policy", async (name) => {
  await withSubject(name, async ({ engine }) => {
    const attempts: number[] = [];
    const retry = { maxAttempts: 3, initialInterval: 5 };
    const flaky = workflow(
      "flaky",
      (wf) =>
        wf.step(
          "call",
          ({ attempt }) => {
            attempts.push(attempt);
            if (attempt < 3) throw new Error("not yet");
            return attempt;
          },
          { retry },
        ),
      auto,
    );
    const runs = await engine([flaky]);
    const run = await runs.start(flaky, null);
    expect(await run.result()).toBe(3);
    expect(attempts).toEqual([1, 2, 3]);
    expect(await runs.steps(run.id)).toMatchObject([{ key: "call", attempts: 3, error: null }]);
  });
});

test.each(SUBJECTS)(
  "%s: a step that failed permanently fails the run, and runs again after a retry",
  async (name) => {
    await withSubject(name, async ({ engine }) => {
      const done: string[] = [];
      const failing = workflow(
        "failing",
        async (wf) => {
          await wf.step("ok", () => done.push("ok"));
          return await wf.step("bad", () => {
            if (done.push("bad") === 2) throw new TypeError("no route to 10.0.0.1");
            return done.length;
          });
        },
        auto,
      );
      const runs = await engine([failing]);
      const run = await runs.start(failing, null);
      const error = await run.result().catch((thrown: unknown) => thrown);
      expect(error).toMatchObject({ code: "step_failed", message: "no route to 10.0.0.1" });
      expect(await runs.get(run.id)).toMatchObject({ status: "failed" });
      await expect(runs.resume(run.id)).rejects.toMatchObject({ code: "conflict" });
      await runs.retry(run.id);
      expect(await (await runs.resume(run.id)).result()).toBe(3);
      expect(done).toEqual(["ok", "bad", "bad"]);
    });
  },
);

test.each(SUBJECTS)("%s: a program can catch what a step threw, even in a replay", async (name) => {
  await withSubject(name, async ({ engine }) => {
    const codes: unknown[] = [];
    const careful = workflow(
      "careful",
      async (wf) => {
        await wf
          .step("bad", () => {
            throw new Error("no");
          })
          .catch((error: unknown) => codes.push(error instanceof HoldfastError && error.code));
        await wf.waitFor("go");
      },
      auto,
    );
    const first = await engine([careful]);
    const { id } = await first.start(careful, null);
    await until(() => codes.length === 1);
    await first.close();
    const second = await engine([careful]);
    await second.send(id, "go");
    await (await second.resume(id)).result();
    expect(codes).toEqual(["step_failed", "step_failed"]);
  });
});

test.each(SUBJECTS)("%s: an attempt that times out is aborted and fails", async (name) => {
  await withSubject(name, async ({ engine }) => {
    const signals: AbortSignal[] = [];
    const slow = workflow(
      "slow",
      (wf) =>
        wf.step(
          "wait",
          ({ attempt, signal }) => {
            signals.push(signal);
            return attempt === 1 ? forever() : "done";
          },
          { timeout: 300, retry: { maxAttempts: 2, initialInterval: 1 } },
        ),
      auto,
    );
    const runs = await engine([slow]);
    expect(await (await runs.start(slow, null)).result()).toBe("done");
    expect(signals[0]?.aborted).toBe(true);
  });
});

test.each(SUBJECTS)("%s: a sleep continues after a restart instead of starting over", async (name) => {
  await withSubject(name, async ({ engine }) => {
    const nap = workflow(
      "nap",
      async (wf) => {
        await wf.sleep(1_500);
        return await wf.step("now", () => Date.now());
      },
      auto,
    );
    const first = await engine([nap]);
    const { id } = await first.start(nap, null);
    await until(async () => (await first.steps(id)).length === 1);
    const [asleep] = await first.steps(id);
    await first.close();
    const second = await engine([nap]);
    const woke = Number(await (await second.resume(id)).result());
    expect(woke).toBeGreaterThanOrEqual(Number(asleep?.result) - 20);
    expect((await second.steps(id))[0]?.result).toBe(asleep?.result);
  });
});

test.each(SUBJECTS)(
  "%s: signals are kept until they are taken, each once, and waiting can time out",
  async (name) => {
    await withSubject(name, async ({ engine }) => {
      const ask = workflow(
        "ask",
        async (wf) => [
          await wf.waitFor("answer"),
          await wf.waitFor("answer"),
          (await wf.waitFor("answer", { timeout: 50 })) ?? "none",
        ],
        auto,
      );
      const first = await engine([ask]);
      const { id } = await first.start(ask, null);
      expect(await first.send(id, "answer", { yes: true }, { idempotencyKey: "a" })).toBe(true);
      expect(await first.send(id, "answer", { yes: false }, { idempotencyKey: "a" })).toBe(false);
      await until(async () => (await first.steps(id)).some(({ endedAt }) => endedAt !== null));
      await first.close();
      const second = await engine([ask]);
      await second.send(id, "answer", 2);
      expect(await (await second.resume(id)).result()).toEqual([{ yes: true }, 2, "none"]);
    });
  },
);

test.each(SUBJECTS)("%s: resumed branches find their own steps, whichever is faster", async (name) => {
  await withSubject(name, async ({ engine }) => {
    const done: string[] = [];
    const both = workflow(
      "both",
      async (wf) => {
        const got = await wf.parallel({
          left: async (left) => {
            await left.step(
              "a",
              () => new Promise((resolve) => setTimeout(resolve, done.length > 3 ? 0 : 50)),
            );
            return await left.step("b", () => done.push("left b"));
          },
          right: async (right) => {
            await right.step("a", () => void done.push("right a"));
            const inner = {
              x: (x: WorkflowScope) => x.step("x", () => "x"),
              y: (y: WorkflowScope) => y.step("y", () => "y"),
            };
            return {
              ...(await right.parallel(inner)),
              c: await right.step("c", () => void done.push("right c")),
            };
          },
        });
        await wf.waitFor("go");
        return got;
      },
      auto,
    );
    const first = await engine([both]);
    const { id } = await first.start(both, null);
    await until(async () => (await first.steps(id)).some(({ kind }) => kind === "signal"));
    await first.close();
    const second = await engine([both]);
    await second.send(id, "go");
    expect(await (await second.resume(id)).result()).toMatchObject({ right: { x: "x", y: "y" } });
    expect([...done].toSorted()).toEqual(["left b", "right a", "right c"]);
  });
});

test.each(SUBJECTS)("%s, D50: a secret result is stored nowhere, and its step runs again", async (name) => {
  await withSubject(name, async ({ engine }) => {
    let logins = 0;
    const login = workflow(
      "login",
      async (wf) => {
        const got = await wf.step("login", () => `secret ${++logins}`, { secret: true });
        await wf.waitFor("go");
        return got.length;
      },
      auto,
    );
    const first = await engine([login]);
    const { id } = await first.start(login, null);
    await until(async () => (await first.steps(id)).length === 2);
    await first.close();
    const second = await engine([login]);
    await second.send(id, "go");
    expect(await (await second.resume(id)).result()).toBe(8);
    expect(logins).toBe(2);
    expect((await second.steps(id))[0]?.result).toBeNull();
  });
});
