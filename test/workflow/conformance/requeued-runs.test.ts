import { expect, test } from "vitest";
import { openDbosWorkflows } from "../../../src/dbos-library.ts";
import { workflow } from "../../../src/workflow/definition.ts";
import { until, withSubject } from "./subjects.ts";

test("DBOS, D58: runs of a process that closes continue in another one without being resumed", async () => {
  await withSubject("DBOS", async ({ settings: { cwd, url = "", schema = "", dbosSchema = "" } }) => {
    const done: string[] = [];
    const job = workflow(
      "job",
      async (wf) => {
        await wf.step("one", () => done.push("one"));
        await wf.waitFor("go");
        await wf.step("two", () => done.push("two"));
      },
      { recovery: "auto", version: "1" },
    );
    const open = (executorId: string) =>
      openDbosWorkflows({ url, schema, dbosSchema, cwd, executorId, workflows: [job] });
    const leaving = await open("leaving");
    const { id } = await leaving.start(job, null);
    await until(async () => (await leaving.steps(id)).length === 2);
    await leaving.close();
    const staying = await open("staying");
    try {
      await staying.send(id, "go");
      await until(async () => (await staying.get(id)).status === "completed");
      expect(done).toEqual(["one", "two"]);
    } finally {
      await staying.close();
    }
  });
}, 900_000);
