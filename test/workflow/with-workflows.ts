import { createHash } from "node:crypto";
import { locateDirectory } from "../../src/sessions/locate-directory.ts";
import type { AnyWorkflow } from "../../src/workflow/definition.ts";
import type { EngineContext } from "../../src/workflow/engine/engine-context.ts";
import { Workflows } from "../../src/workflow/engine/workflows.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

export interface WorkflowTestProject extends TestPlace {
  engine(definitions?: readonly AnyWorkflow[], more?: Partial<EngineContext>): Promise<Workflows>;
  /** The contents of files of the project by path, for fingerprints. */
  files: Map<string, string>;
  /** Fires the timers of the engines. */
  tick(): void;
}

/** Runs work in a project where time passes only while steps sleep. Each engine counts as a separate live process. */
export async function withWorkflows(work: (place: WorkflowTestProject) => Promise<void>): Promise<void> {
  await withPlace(async (place) => {
    const files = new Map<string, string>();
    const timers = new Set<() => void>();
    let engines = 0;
    await work({
      ...place,
      files,
      tick: () => timers.forEach((fire) => fire()),
      async engine(definitions = [], more = {}) {
        const ctx = await place.open();
        const { store, redactor, newId, clock } = ctx;
        const pid = ++engines;
        const context: EngineContext = {
          store,
          redactor,
          newId,
          clock,
          sleep: async (ms) => {
            place.clock.now += ms;
            await new Promise((resolve) => setImmediate(resolve));
          },
          processes: { ...ctx.processes, startTime: (asked) => (asked <= engines ? "alive" : undefined) },
          locate: async () => ({
            ...(await locateDirectory(ctx, place.project, clock())),
            projectName: "project",
          }),
          fingerprint: async (path) => {
            const text = files.get(path);
            return text === undefined ? null : createHash("sha256").update(text).digest("hex");
          },
          self: { host: "here", pid, startTime: "alive", engine: String(pid) },
          every: (_ms, call) => {
            timers.add(call);
            return () => timers.delete(call);
          },
          ...more,
        };
        return new Workflows(context, definitions);
      },
    });
  });
}
