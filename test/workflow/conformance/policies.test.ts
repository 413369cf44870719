import { expect, test } from "vitest";
import type { RecoveryPolicy } from "../../../src/workflow/definition.ts";
import { workflow } from "../../../src/workflow/definition.ts";
import { SUBJECTS, type SubjectName, until, withSubject } from "./subjects.ts";

const POLICIES: readonly RecoveryPolicy[] = ["auto", "ask", "off"];

/** Leaves a run of each policy behind in an engine that closes, and recovers them in the next one. */
async function withOrphanedRuns(
  name: SubjectName,
  work: (next: {
    done: string[];
    proposed: string[];
    runs: Awaited<ReturnType<Parameters<Parameters<typeof withSubject>[1]>[0]["engine"]>>;
  }) => Promise<void>,
): Promise<void> {
  await withSubject(name, async ({ engine }) => {
    const done: string[] = [];
    const types = POLICIES.map((recovery) =>
      workflow(
        recovery,
        async (wf) => {
          await wf.step("one", () => done.push(`${recovery} one`));
          await wf.waitFor("go");
          await wf.step("two", () => done.push(`${recovery} two`));
          return recovery;
        },
        { recovery, version: "1" },
      ),
    );
    const first = await engine(types);
    for (const type of types) {
      const run = await first.start(type, null, { id: type.type });
      void run.result().catch(() => {});
      await until(async () => (await first.steps(run.id)).length === 2);
    }
    await first.close();
    done.length = 0;
    const runs = await engine(types);
    const { proposed } = await runs.recover();
    await work({ runs, done, proposed: proposed.map(({ id }) => id) });
  });
}

test.each(SUBJECTS)(
  "%s, D58: `auto` continues, `ask` is proposed and `off` stays as it is, until a person resumes them",
  async (name) => {
    await withOrphanedRuns(name, async ({ runs, done, proposed }) => {
      expect(proposed).toEqual(["ask"]);
      for (const id of POLICIES) await runs.send(id, "go");
      await until(async () => (await runs.get("auto")).status === "completed");
      expect(done, "nothing is done twice, and nothing of the others").toEqual(["auto two"]);
      for (const id of ["ask", "off"]) {
        expect(await runs.get(id)).toMatchObject({ status: "running" });
        expect(await (await runs.resume(id)).result()).toBe(id);
      }
      expect(done).toEqual(["auto two", "ask two", "off two"]);
      expect((await runs.recover()).proposed).toEqual([]);
    });
  },
  300_000,
);
