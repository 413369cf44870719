import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, inject, test } from "vitest";
import { openStore } from "../../../src/store/open-store.ts";
import { type RecoveryPolicy, workflow } from "../../../src/workflow/definition.ts";
import { type Settings, SUBJECTS, withSubject } from "./subjects.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));

interface Child {
  runs: string;
  dieAt?: number;
  recovery?: RecoveryPolicy;
}

function runChild(settings: Settings, { runs, dieAt = 0, recovery = "auto" }: Child) {
  const library = settings.driver === "dbos" ? "dist/workflow-dbos.js" : "dist/workflow.js";
  const log = join(settings.cwd, "log");
  const words = [JSON.stringify({ ...settings, steps: 5, recovery }), log, runs, String(dieAt)];
  const script = join(root, "test/support/dbos-run.mjs");
  const { stdout, signal } = spawnSync(process.execPath, [script, join(root, library), ...words], {
    encoding: "utf8",
    cwd: settings.cwd,
  });
  const lines = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
  return { stdout, signal, lines };
}

test.each(SUBJECTS)(
  "%s, D2 D58: a run that is killed in the middle of a step continues with that step in the next process",
  async (name) => {
    await withSubject(name, async ({ settings }) => {
      expect(runChild(settings, { runs: "a", dieAt: 3 }).signal).toBe("SIGKILL");
      const { stdout, lines } = runChild(settings, { runs: "a" });
      expect(stdout).toContain("a 15\n");
      const steps = lines.filter((line) => line.startsWith("run"));
      expect(steps).toEqual([1, 2, 3, 3, 4, 5].map((n) => `run a ${n}`));
    });
  },
  180_000,
);

test.each(SUBJECTS)(
  "%s, D58: a killed run of a type with the policy `ask` is proposed, and continues once it is resumed",
  async (name) => {
    await withSubject(name, async ({ settings, engine }) => {
      const child = { runs: "a", recovery: "ask" } as const;
      expect(runChild(settings, { ...child, dieAt: 3 }).signal).toBe("SIGKILL");
      const chain = workflow("chain", async () => {}, { recovery: "ask", version: "1" });
      const runs = await engine([chain]);
      expect((await runs.recover()).proposed.map(({ id }) => id)).toEqual(["a"]);
      await runs.close();
      const { stdout, lines } = runChild(settings, child);
      expect(stdout).toContain("a 15\n");
      expect(lines).toEqual([1, 2, 3, 3, 4, 5].map((n) => `run a ${n}`).concat("end a"));
    });
  },
  180_000,
);

test.each(SUBJECTS)(
  "%s, D3 D15 D17: decisions, todos and checkpoints of a run are in Holdfast's store, in the same database",
  async (name) => {
    await withSubject(name, async ({ settings }) => {
      const { stdout } = runChild(settings, { runs: "a" });
      expect(stdout).toContain("a 15\n");
      const { file = "", schema } = settings;
      const server = schema === undefined ? {} : { url: inject("postgresUrl") ?? "", schema };
      const store = await openStore({ file, childKeys: () => [], ...server });
      try {
        const steps = await store.listSteps("a");
        expect(steps.map(({ key, kind, number }) => `${number} ${kind} ${key}`)).toEqual([
          ...[1, 2, 3, 4, 5].map((n) => `${n} step add ${n}`),
          "6 phase end",
        ]);
        const [checkpoint] = await store.listCheckpoints({ workflowId: "a", limit: 10 });
        expect(checkpoint).toMatchObject({
          trigger: "phase_complete",
          stepName: "end complete",
          retention: "pinned",
        });
        expect(steps[5]?.checkpointId).toBe(checkpoint?.id);
        expect(steps[5]?.notes).toContain("All steps are done");
        expect(steps[5]?.notes).toContain("tell everybody");
      } finally {
        await store.close();
      }
    });
  },
  180_000,
);
