import { expect, test } from "vitest";
import { workflow } from "../../src/workflow/definition.ts";
import type { WorkflowScope } from "../../src/workflow/scope.ts";
import { withWorkflows } from "./with-workflows.ts";

/** Runs `before` until it waits, then `after` as another process with other code. */
async function changed(
  before: (wf: WorkflowScope) => Promise<unknown>,
  after: (wf: WorkflowScope) => Promise<unknown>,
): Promise<{ result: unknown; status: string; error: string | null }> {
  let outcome = { result: undefined as unknown, status: "", error: null as string | null };
  await withWorkflows(async ({ engine }) => {
    const old = workflow("job", async (wf) => {
      await before(wf);
      await wf.waitFor("go");
      return "old";
    });
    const first = await engine([old], { sleep: () => new Promise(() => {}) });
    const { id } = await first.start(old, null);
    await expect.poll(async () => (await first.steps(id)).some(({ kind }) => kind === "signal")).toBe(true);
    await first.close();
    const now = workflow("job", async (wf) => {
      const result = await after(wf);
      await wf.waitFor("go");
      return result;
    });
    const second = await engine([now]);
    await second.send(id, "go");
    const run = await second.resume(id);
    const result = await run.result().catch((error: unknown) => error);
    const { status, error } = await second.get(id);
    outcome = { result, status, error };
  });
  return outcome;
}

const nothing = () => 1;

test("a step that moved is explained, not guessed: the run is parked and shows why", async () => {
  const { result, status, error } = await changed(
    async (wf) => {
      await wf.step("build", nothing);
      await wf.step("test", nothing);
    },
    async (wf) => {
      await wf.step("test", nothing);
      await wf.step("build", nothing);
    },
  );
  const message =
    'The workflow\'s code has changed: call 1 was step "build" when the run was recorded and is step "test" now. When the run was recorded, step "test" was call 2.';
  expect(result).toMatchObject({ code: "workflow_changed", message });
  expect(status).toBe("parked");
  expect(JSON.parse(error ?? "")).toMatchObject({ message });
});

test("a program that skips a recorded step is detected at its end", async () => {
  await withWorkflows(async ({ engine }) => {
    const old = workflow("job", async (wf) => {
      await wf.step("build", nothing);
      await wf.step("ship", nothing);
      await wf.waitFor("go");
    });
    const first = await engine([old], { sleep: () => new Promise(() => {}) });
    const { id } = await first.start(old, null);
    await expect.poll(async () => (await first.steps(id)).length).toBe(3);
    await first.close();
    const shorter = workflow("job", (wf) => wf.step("build", nothing));
    const second = await engine([shorter]);
    const run = await second.resume(id);
    await expect(run.result()).rejects.toThrow('it ended without step "ship" (call 2)');
  });
});

test("a program that catches the explanation cannot continue", async () => {
  const { result } = await changed(
    (wf) => wf.step("build", nothing),
    async (wf) => {
      await wf.step("other", nothing).catch(() => {});
      return await wf.step("build", nothing).catch(() => "went on");
    },
  );
  expect(result).toMatchObject({ code: "workflow_changed" });
});

test("a patch is off in runs that had passed it, on in new ones, and never changes within a run", async () => {
  const guarded = async (wf: WorkflowScope) => {
    const seen: string[] = [];
    await wf.step("build", nothing);
    if (await wf.patched("lint first")) seen.push(await wf.step("lint", () => "linted"));
    seen.push(await wf.step("test", () => "tested"));
    return seen;
  };
  const unguarded = async (wf: WorkflowScope) => {
    await wf.step("build", nothing);
    await wf.step("test", () => "tested");
  };
  expect((await changed(unguarded, guarded)).result).toEqual(["tested"]);
  expect((await changed(guarded, guarded)).result).toEqual(["linted", "tested"]);
});

test("the version of the code is recorded; a run of another version is proposed, not resumed automatically", async () => {
  await withWorkflows(async ({ engine }) => {
    const define = (version: string) =>
      workflow("job", (wf) => wf.waitFor("go"), { version, recovery: "auto" });
    const first = await engine([define("1")], { sleep: () => new Promise(() => {}) });
    const { id } = await first.start(define("1"), null);
    await first.close();
    const other = await engine([define("2")]);
    expect(await other.recover()).toMatchObject({ resumed: [], proposed: [{ id, codeVersion: "1" }] });
    const same = await engine([define("1")]);
    const { resumed } = await same.recover();
    expect(resumed.map((run) => run.id)).toEqual([id]);
    await same.send(id, "go");
    await resumed[0]?.result();
  });
});
