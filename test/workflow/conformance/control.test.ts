import { expect, test } from "vitest";
import { workflow } from "../../../src/workflow/definition.ts";
import type { WorkflowScope } from "../../../src/workflow/scope.ts";
import { SUBJECTS, until, withSubject } from "./subjects.ts";

const auto = { recovery: "auto", version: "1" } as const;

test.each(SUBJECTS)("%s: a fork shares the steps before it and continues independently", async (name) => {
  await withSubject(name, async ({ engine }) => {
    const done: string[] = [];
    const job = workflow(
      "job",
      async (wf) => {
        await wf.phase("plan", () => wf.step("plan", () => done.push("plan")));
        const way = await wf.step("choose", () => (done.push("choose"), done.length));
        return await wf.step("go", () => (done.push("go"), way));
      },
      auto,
    );
    const runs = await engine([job]);
    const run = await runs.start(job, null);
    await run.result();
    const fork = await runs.fork(run.id, { at: 2 });
    expect(await (await runs.resume(fork.id)).result()).toBe(4);
    expect(done).toEqual(["plan", "choose", "go", "choose", "go"]);
    expect((await runs.steps(fork.id)).map(({ runId, key }) => [runId === run.id, key])).toEqual([
      [true, "plan"],
      [true, "plan"],
      [false, "choose"],
      [false, "go"],
    ]);
    expect(await (await runs.start(job, null, { id: run.id })).result()).toBe(2);
  });
});

test.each(SUBJECTS)(
  "%s: a failure that the program caught is repeated after a retry, with its code, and the last one is not",
  async (name) => {
    await withSubject(name, async ({ engine }) => {
      const done: string[] = [];
      const failOnce = (key: string) => () => {
        done.push(key);
        if (done.filter((each) => each === key).length > 1) return key;
        throw Object.assign(new Error(`${key} failed`), { code: `E_${key}` });
      };
      const job = workflow(
        "job",
        async (wf) => {
          const caught = await wf
            .step("a", failOnce("a"))
            .catch(({ cause }: Error) => Reflect.get(Object(cause), "code"));
          await wf.step("cleanup", () => done.push("cleanup"));
          return [caught, await wf.step("b", failOnce("b"))];
        },
        auto,
      );
      const runs = await engine([job]);
      const run = await runs.start(job, null);
      await expect(run.result()).rejects.toMatchObject({ message: "b failed" });
      await runs.retry(run.id);
      expect(await (await runs.resume(run.id)).result()).toEqual(["E_a", "b"]);
      expect(done).toEqual(["a", "cleanup", "b", "b"]);
    });
  },
);

test.each(SUBJECTS)(
  "%s: a cancelled run takes no more steps, and can be retried with the signals it has",
  async (name) => {
    await withSubject(name, async ({ engine }) => {
      const job = workflow(
        "job",
        async (wf) => [await wf.step("one", () => 1), await wf.waitFor("go")],
        auto,
      );
      const runs = await engine([job]);
      const run = await runs.start(job, null);
      const ended = run.result().catch((error: unknown) => error);
      await until(async () => (await runs.steps(run.id)).length === 2);
      await runs.cancel(run.id);
      expect(await ended).toMatchObject({ code: "conflict" });
      expect(await runs.get(run.id)).toMatchObject({ status: "cancelled" });
      await runs.send(run.id, "go", 3);
      await runs.retry(run.id);
      expect(await (await runs.resume(run.id)).result()).toEqual([1, 3]);
    });
  },
);

test.each(SUBJECTS)(
  "%s: a run of other code is proposed, not resumed automatically; a person can resume it",
  async (name) => {
    await withSubject(name, async ({ engine }) => {
      const define = (version: string) =>
        workflow("job", async (wf) => (await wf.step("one", () => 1), await wf.waitFor("go")), {
          ...auto,
          version,
        });
      const first = await engine([define("1")]);
      const { id } = await first.start(define("1"), null);
      await until(async () => (await first.steps(id)).length === 2);
      await first.send(id, "go", 9);
      await first.close();
      const other = await engine([define("2")]);
      expect(await other.recover()).toMatchObject({ resumed: [], proposed: [{ id, codeVersion: "1" }] });
      expect(await (await other.resume(id)).result()).toBe(9);
      expect(await other.get(id)).toMatchObject({ status: "completed", codeVersion: "2" });
    });
  },
);

/** Runs `before` until it waits, then `after` as another process with other code. */
async function changed(
  name: (typeof SUBJECTS)[number],
  before: (wf: WorkflowScope) => Promise<unknown>,
  after: (wf: WorkflowScope) => Promise<unknown>,
): Promise<{ result: unknown; status: string }> {
  let outcome = { result: undefined as unknown, status: "" };
  await withSubject(name, async ({ engine }) => {
    const define = (program: typeof before) =>
      workflow(
        "job",
        async (wf) => {
          const result = await program(wf);
          await wf.waitFor("go");
          return result;
        },
        auto,
      );
    const first = await engine([define(before)]);
    const { id } = await first.start(define(before), null);
    await until(async () => (await first.steps(id)).some(({ kind }) => kind === "signal"));
    await first.close();
    const second = await engine([define(after)]);
    await second.send(id, "go");
    const result = await second
      .resume(id)
      .then((run) => run.result())
      .catch((error: unknown) => error);
    outcome = { result, status: (await second.get(id)).status };
  });
  return outcome;
}

test.each(SUBJECTS)("%s: a step that moved is explained, and the run is parked", async (name) => {
  const build = (wf: WorkflowScope) => wf.step("build", () => 1);
  const check = (wf: WorkflowScope) => wf.step("test", () => 1);
  const { result, status } = await changed(
    name,
    async (wf) => [await build(wf), await check(wf)],
    async (wf) => [await check(wf), await build(wf)],
  );
  expect(String(result)).toContain('call 1 was step "build" when the run was recorded');
  expect(status).toBe("parked");
});

test.each(SUBJECTS)("%s: a patch is off in runs that had passed it and on in new ones", async (name) => {
  const guarded = async (wf: WorkflowScope) => {
    const seen = [await wf.step("build", () => "built")];
    if (await wf.patched("lint first")) seen.push(await wf.step("lint", () => "linted"));
    return [...seen, await wf.step("test", () => "tested")];
  };
  const unguarded = async (wf: WorkflowScope) => {
    await wf.step("build", () => "built");
    await wf.step("test", () => "tested");
  };
  expect((await changed(name, unguarded, guarded)).result).toEqual(["built", "tested"]);
  expect((await changed(name, guarded, guarded)).result).toEqual(["built", "linted", "tested"]);
});
