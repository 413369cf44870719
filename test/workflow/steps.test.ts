import { expect, test } from "vitest";
import { workflow } from "../../src/workflow/definition.ts";
import { withWorkflows } from "./with-workflows.ts";

test("D1 D2: a stopped run continues where it was, and completed steps do not run again", async () => {
  await withWorkflows(async ({ engine }) => {
    const done: string[] = [];
    let isBroken = true;
    const build = workflow("build", async (wf, name: string) => {
      const compiled = await wf.step("compile", () => {
        done.push("compile");
        return { name, files: 3 };
      });
      await wf.step("test", async () => {
        done.push("test");
        if (isBroken) await new Promise(() => {});
      });
      return `${compiled.name}: ${compiled.files}`;
    });
    const first = await engine([build]);
    const { id } = await first.start(build, "app");
    await expect.poll(() => done).toEqual(["compile", "test"]);
    await first.close();
    isBroken = false;
    const second = await engine([build]);
    const run = await second.resume<string>(id);
    expect(await run.result()).toBe("app: 3");
    expect(done).toEqual(["compile", "test", "test"]);
    expect(await second.get(id)).toMatchObject({ status: "completed", output: '"app: 3"', owner: null });
  });
});

test("the result of a step is the same the first time and when it is replayed", async () => {
  await withWorkflows(async ({ engine }) => {
    const seen: unknown[] = [];
    const dates = workflow("dates", async (wf) => {
      const at = await wf.step("now", () => ({ at: new Date(0), none: undefined }));
      const nothing = await wf.step("nothing", () => {});
      const zero = await wf.step("null", () => null);
      seen.push([at, nothing, zero]);
      await wf.waitFor("go");
    });
    const first = await engine([dates]);
    const { id } = await first.start(dates, null);
    await expect.poll(() => seen).toHaveLength(1);
    await first.close();
    const second = await engine([dates]);
    const run = await second.resume(id);
    await second.send(id, "go");
    await run.result();
    expect(seen[0]).toEqual([{ at: "1970-01-01T00:00:00.000Z" }, undefined, null]);
    expect(seen[1]).toEqual(seen[0]);
  });
});

test("starting twice with the same id starts one run", async () => {
  await withWorkflows(async ({ engine }) => {
    let count = 0;
    const once = workflow("once", (wf, n: number) => wf.step("count", () => (count += n)));
    const [one, two] = [await engine([once]), await engine([once])];
    expect(await (await one.start(once, 5, { id: "invoice-7" })).result()).toBe(5);
    expect(await (await two.start(once, 6, { id: "invoice-7" })).result()).toBe(5);
    expect(count).toBe(5);
  });
});

test("D50: a secret result is not stored, and its step runs again; an error's message is redacted", async () => {
  await withWorkflows(async ({ engine }) => {
    let logins = 0;
    const token = `ghp_${"a1B2c3D4".repeat(4)}abcd`;
    const login = workflow("login", async (wf) => {
      const got = await wf.step("login", () => `${token}${++logins}`, { secret: true });
      expect(got).toBe(`${token}${logins}`);
      await wf.waitFor("go");
      await wf.step("use", () => {
        throw new Error(`refused ${token}`);
      });
    });
    const first = await engine([login]);
    const { id } = await first.start(login, null);
    await expect.poll(async () => (await first.steps(id)).length).toBe(2);
    await first.close();
    const second = await engine([login]);
    const run = await second.resume(id);
    await second.send(id, "go");
    await expect(run.result()).rejects.toMatchObject({ code: "step_failed" });
    expect(logins).toBe(2);
    expect(JSON.stringify([await second.steps(id), await second.get(id)])).not.toContain(token);
  });
});

test("a result that JSON cannot represent is rejected, with the name of its step", async () => {
  await withWorkflows(async ({ engine }) => {
    const wrong = workflow("wrong", (wf) => wf.step("make", () => ({ big: 10n })));
    const runs = await engine([wrong]);
    const run = await runs.start(wrong, null);
    await expect(run.result()).rejects.toThrow('The result of "make" cannot be stored as JSON');
  });
});

test("a sleep continues after a restart, and ends at its time by the clock", async () => {
  await withWorkflows(async ({ engine, clock }) => {
    let isAsleep = false;
    const nap = workflow("nap", async (wf) => {
      await wf.sleep(3_600_000);
      return "awake";
    });
    const first = await engine([nap], {
      sleep: async () => {
        isAsleep = true;
        await new Promise(() => {});
      },
    });
    const { id } = await first.start(nap, null);
    await expect.poll(() => isAsleep).toBe(true);
    const began = clock.now;
    await first.close();
    clock.now += 3_000_000;
    const second = await engine([nap]);
    expect(await (await second.resume(id)).result()).toBe("awake");
    expect(clock.now - began).toBeGreaterThanOrEqual(3_600_000 - 1_000);
    expect(clock.now - began).toBeLessThan(3_700_000);
  });
});

test("a signal that was sent before the run waits is not lost, is taken once, and waiting can time out", async () => {
  await withWorkflows(async ({ engine }) => {
    const ask = workflow("ask", async (wf) => [
      await wf.waitFor("answer"),
      await wf.waitFor("answer"),
      await wf.waitFor("answer", { timeout: 60_000 }),
    ]);
    const first = await engine([ask], { sleep: () => new Promise(() => {}) });
    const { id } = await first.start(ask, null);
    expect(await first.send(id, "answer", { yes: true }, { idempotencyKey: "a" })).toBe(true);
    expect(await first.send(id, "answer", { yes: false }, { idempotencyKey: "a" })).toBe(false);
    await first.send(id, "answer", 2);
    await first.close();
    const second = await engine([ask]);
    expect(await (await second.resume(id)).result()).toEqual(
      [{ yes: true }, 2, undefined].map((x) => x ?? null),
    );
  });
});

test("branches number their own steps: whichever is faster, each finds its own after a resume", async () => {
  await withWorkflows(async ({ engine }) => {
    const done: string[] = [];
    const both = workflow("both", (wf) =>
      wf.parallel({
        left: async (left) => {
          await left.step("a", () => void done.push("left a"));
          await left.waitFor("go");
          return await left.step("b", () => done.push("left b"));
        },
        right: async (right) => {
          await right.step("a", () => void done.push("right a"));
          return await right.step("c", () => done.push("right c"));
        },
      }),
    );
    const first = await engine([both], { sleep: () => new Promise(() => {}) });
    const { id } = await first.start(both, null);
    await expect.poll(() => done).toHaveLength(3);
    await first.close();
    const second = await engine([both]);
    await second.send(id, "go");
    const run = await second.resume(id);
    expect(await run.result()).toEqual({ left: 4, right: 3 });
    expect(done.filter((each) => each === "left a")).toHaveLength(1);
  });
});
