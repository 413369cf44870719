import { expect, test } from "vitest";
import { workflow } from "../../../src/workflow/definition.ts";
import { runSql } from "../../support/temporary-schema.ts";
import { until, withSubject } from "./subjects.ts";

const POLICIES = ["auto", "ask"] as const;

test.each(POLICIES)(
  "DBOS, D1 D2: results that only DBOS has, because a process died, are recorded without running the steps again (%s)",
  async (recovery) => {
    await withSubject("DBOS", async ({ engine, settings: { url = "", schema = "" } }) => {
      const done: string[] = [];
      const job = workflow(
        "job",
        async (wf) => {
          wf.decide("Use one");
          await wf.step("one", () => done.push("one"));
          await wf.step("two", () => done.push("two"));
          await wf.waitFor("go");
          return await wf.step("three", () => done.push("three"));
        },
        { recovery, version: "1" },
      );
      const first = await engine([job]);
      const { id } = await first.start(job, null);
      await until(async () => (await first.steps(id)).length === 3);
      const before = await first.steps(id);
      await first.close();
      await runSql(url, `delete from ${schema}.workflow_steps where kind = 'step'`);
      const second = await engine([job]);
      await second.send(id, "go");
      if (recovery === "ask") await second.resume(id);
      await until(async () => (await second.get(id)).status === "completed");
      expect(done).toEqual(["one", "two", "three"]);
      const recorded = ({ place, key, result, attempts, notes }: (typeof before)[number]) =>
        [place, key, result, attempts, notes].join(" ");
      const after = (await second.steps(id)).filter(({ kind }) => kind === "step").map(recorded);
      expect(after.toSorted().slice(0, 2)).toEqual(before.slice(0, 2).map(recorded));
      expect(after).toHaveLength(3);
    });
  },
  900_000,
);

test("DBOS, D1: a failure is recorded before the run continues, and after all earlier steps", async () => {
  await withSubject("DBOS", async ({ engine }) => {
    let seen: string[] = [];
    const failing = workflow(
      "failing",
      async (wf) => {
        for (const key of ["one", "two"]) await wf.step(key, () => key);
        const look = async () => {
          seen = (await workflows.steps(wf.id)).map(({ key, error }) => `${key} ${error === null}`);
        };
        const fails = () => {
          throw new Error("No.");
        };
        await wf.step("three", fails).catch(look);
      },
      { version: "1" },
    );
    const workflows = await engine([failing]);
    await (await workflows.start(failing, null)).result();
    expect(seen).toEqual(["one true", "two true", "three false"]);
  });
}, 900_000);
