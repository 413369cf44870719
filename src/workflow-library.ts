import { createProgramContext } from "./create-program-context.ts";
import type { Store } from "./kernel/storage/store.ts";
import { openProgramStore, type StoreChoice } from "./open-program-store.ts";
import type { AnyWorkflow } from "./workflow/definition.ts";
import { Workflows } from "./workflow/engine/workflows.ts";

export { HoldfastError } from "./kernel/errors.ts";
export type { WorkflowRun, WorkflowStep } from "./kernel/workflow-record.ts";
export { type AnyWorkflow, type Workflow, type WorkflowOptions, workflow } from "./workflow/definition.ts";
export type { RunHandle, StartOptions, Workflows } from "./workflow/engine/workflows.ts";
export type { Attempt, StepOptions } from "./workflow/journal/journal.ts";
export type { RetryPolicy } from "./workflow/retry-policy.ts";
export type { WorkflowScope } from "./workflow/scope.ts";

export interface OpenOptions extends StoreChoice {
  /** The workflows that this process can run. */
  workflows?: readonly AnyWorkflow[];
  /** An open store. The caller has to close it. */
  store?: Store;
  /** The directory that the runs belong to (default: the working directory). */
  cwd?: string;
  /** Milliseconds between checkpoints during a long step (default: 10 minutes). */
  checkpointInterval?: number;
}

/** Opens the engine for durable workflows on a store. Close it, so that another process can continue immediately. */
export async function openWorkflows(options: OpenOptions = {}): Promise<Workflows> {
  const store = options.store ?? (await openProgramStore(options));
  const ctx = createProgramContext(store, options);
  // The redactor compiles its rules on first use, which would otherwise delay the first new step of a resumed run.
  ctx.redactor.text("step");
  const engine = new Workflows(ctx, options.workflows ?? []);
  if (options.store) return engine;
  const close = engine.close.bind(engine);
  engine.close = async () => {
    await close();
    await store.close();
  };
  return engine;
}
