import { expect, test } from "vitest";
import { HoldfastError } from "../../src/kernel/errors.ts";
import { workflow } from "../../src/workflow/definition.ts";
import type { WorkflowScope } from "../../src/workflow/scope.ts";
import { withWorkflows } from "./with-workflows.ts";

/** Fails the first time, and later does what it is told. */
function failingOnce(counts: Record<string, number>, name: string) {
  return () => {
    counts[name] = (counts[name] ?? 0) + 1;
    if (counts[name] === 1) throw new Error(`${name} failed`);
    return name;
  };
}

async function runTwice(program: (wf: WorkflowScope, counts: Record<string, number>) => Promise<unknown>) {
  const counts: Record<string, number> = {};
  let output: unknown;
  await withWorkflows(async ({ engine }) => {
    const definition = workflow("program", (wf) => program(wf, counts), { version: "1" });
    const runs = await engine([definition]);
    const run = await runs.start(definition, null);
    await run.result().catch(() => {});
    expect((await runs.get(run.id)).status).toBe("failed");
    await runs.retry(run.id);
    output = await (await runs.resume(run.id)).result();
  });
  return { counts, output };
}

const caught = (error: unknown) => (error instanceof Error ? `caught: ${error.message}` : "");

test("a failure that the program caught stays as it was recorded when the run is retried", async () => {
  const { counts, output } = await runTwice(async (wf, count) => {
    const first = await wf.step("a", failingOnce(count, "a")).catch(caught);
    await wf.step("cleanup", () => 1);
    const second = await wf.phase("inner", () => wf.step("b", failingOnce(count, "b")).catch(caught));
    return [first, second, await wf.step("c", failingOnce(count, "c"))];
  });
  expect(output).toEqual(["caught: a failed", "caught: b failed", "c"]);
  expect(counts).toEqual({ a: 1, b: 1, c: 2 });
});

test("and so does one that was caught in a branch, or around all branches", async () => {
  const { counts, output } = await runTwice(async (wf, count) => {
    const branch = async (name: string, inner: WorkflowScope) => {
      const result = await inner.step(name, failingOnce(count, name)).catch(caught);
      await inner.step("next", () => 1);
      return result;
    };
    const both = await wf.parallel({
      a: (inner) => branch("a", inner),
      "b/1": (inner) => branch("b", inner),
    });
    const thrown = await wf
      .parallel({ c: (inner) => inner.step("c", failingOnce(count, "c")) })
      .catch((error: unknown) => caught(error));
    await wf.sleep(10);
    return [both, thrown, await wf.step("d", failingOnce(count, "d"))];
  });
  expect(output).toEqual([{ a: "caught: a failed", "b/1": "caught: b failed" }, "caught: c failed", "d"]);
  expect(counts).toEqual({ a: 1, b: 1, c: 1, d: 2 });
});

test("a failure that ended the program is tried again, although another branch or promise went on", async () => {
  const { counts, output } = await runTwice(async (wf, count) => {
    const steps = async (inner: WorkflowScope) => {
      for (let i = 0; i < 3; i++) await inner.step(`step ${i}`, () => i);
      return 3;
    };
    const branches = { a: (inner: WorkflowScope) => inner.step("a", failingOnce(count, "a")), b: steps };
    return await wf.parallel(branches);
  });
  expect(output).toEqual({ a: "a", b: 3 });
  expect(counts).toEqual({ a: 2 });
  const together = await runTwice(async (wf, count) => {
    return await Promise.all([wf.step("a", failingOnce(count, "a")), wf.step("b", () => "b")]);
  });
  expect(together.output).toEqual(["a", "b"]);
});

class CardError extends TypeError {
  override readonly name = "CardError";
  readonly code = "E_CARD";
  readonly status = { http: 402, tags: ["retry"] };
  readonly client = { send: () => {} };
}

test("the cause of a caught failure is the program's error, also when it is replayed", async () => {
  const seen: unknown[] = [];
  const errors = [
    new CardError("declined", { cause: Object.assign(new Error("refused"), { code: "ECONNREFUSED" }) }),
    new RangeError("too far"),
    new HoldfastError("too_large", "too long", { next: "Cut it." }),
  ];
  let output: unknown;
  await withWorkflows(async ({ engine }) => {
    const throwing = workflow("throwing", async (wf) => {
      for (const [i, error] of errors.entries())
        await wf
          .step(`throw ${i}`, () => Promise.reject(error))
          .catch((failure: Error) => seen.push(failure.cause));
      const plain = wf.step("plain", () => Promise.reject({ code: 7 }));
      const thrown = await plain.catch((failure: Error) => failure.cause);
      await wf.waitFor("go");
      return thrown;
    });
    const first = await engine([throwing]);
    const { id } = await first.start(throwing, null);
    await expect.poll(async () => (await first.steps(id)).length).toBe(5);
    await first.close();
    const second = await engine([throwing]);
    const run = await second.resume(id);
    await second.send(id, "go");
    output = await run.result();
  });
  expect(output).toEqual({ code: 7 });
  expect(seen.slice(0, 3)).toEqual(errors);
  expect(seen[0]).toBe(errors[0]);
  const [card, range, own] = seen.slice(3);
  expect(card).toMatchObject({
    name: "CardError",
    message: "declined",
    code: "E_CARD",
    status: { http: 402, tags: ["retry"] },
    cause: { message: "refused", code: "ECONNREFUSED" },
  });
  expect(card).toBeInstanceOf(Error);
  expect(range).toBeInstanceOf(RangeError);
  expect(own).toBeInstanceOf(HoldfastError);
  expect(own).toMatchObject({ code: "too_large", next: "Cut it." });
});

test("an error with an odd name or message follows the retry policy, and is not replaced", async () => {
  const odd = [
    Object.assign(new Error("x"), { message: undefined }),
    Object.assign(new Error("x"), { message: { text: "object" }, name: 7 }),
    Object.defineProperty(new Error("x"), "message", {
      get: () => {
        throw new TypeError("getter");
      },
    }),
    Object.assign(new Error("x"), { name: Symbol("name"), message: Object.create(null) }),
    Object.create(null) as object,
    undefined,
  ];
  await withWorkflows(async ({ engine }) => {
    const attempts = odd.map(() => 0);
    const definition = workflow("odd", async (wf, i: number) => {
      const work = () => {
        attempts[i] = (attempts[i] ?? 0) + 1;
        throw odd[i];
      };
      await wf.step("throw", work, { retry: { maxAttempts: 2, initialInterval: 1 } });
    });
    const runs = await engine([definition]);
    for (const i of odd.keys()) {
      const ended = (await runs.start(definition, i)).result();
      await expect(ended).rejects.toMatchObject({ code: "step_failed", message: expect.any(String) });
    }
    expect(attempts).toEqual(odd.map(() => 2));
    const picky = workflow("picky", (wf) => {
      const retryable = () => {
        throw new TypeError("predicate");
      };
      return wf.step("throw", () => Promise.reject(new Error("own")), {
        retry: { maxAttempts: 2, retryable },
      });
    });
    await expect((await runs.start(picky, null)).result()).rejects.toMatchObject({ message: "own" });
  });
});

test.each([
  ["a Map", new Map([[1, 2]])],
  ["NaN in a list", { list: [1, Number.NaN] }],
  ["a function", { a: { send: () => {} } }],
  ["an error", [new Error("x")]],
  ["bytes", { bytes: new Uint8Array([1]) }],
])("%s, of which JSON would lose data, is an error as a result and as an input", async (_, value) => {
  await withWorkflows(async ({ engine }) => {
    const definition = workflow("lossy", (wf, input: unknown) =>
      wf.step("give", () => (input === null ? value : 1)),
    );
    const runs = await engine([definition]);
    const ended = (await runs.start(definition, null)).result();
    await expect(ended).rejects.toMatchObject({
      code: "step_failed",
      message: expect.stringContaining("JSON"),
    });
    await expect(runs.start(definition, value)).rejects.toMatchObject({ code: "invalid_input" });
    const fine = { when: new Date(0), url: new URL("http://a"), skipped: undefined, list: [undefined] };
    expect(await (await runs.start(definition, fine)).result()).toBe(1);
  });
});
