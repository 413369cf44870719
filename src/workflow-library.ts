import type { Store } from "./kernel/storage/store.ts";
import { engineContextFor, openWorkflowStore, type StoreChoice } from "./open-workflow-store.ts";
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
  /** The types that this process can run. */
  workflows?: readonly AnyWorkflow[];
  /** An open store, which stays the caller's to close. */
  store?: Store;
  /** The directory of the work (default: the working directory). */
  cwd?: string;
  /** Milliseconds between the checkpoints that are saved while a step takes long (default: 10 minutes). */
  checkpointInterval?: number;
}

/** Opens the engine of durable workflows on a store. Close it, so that another process may continue at once. */
export async function openWorkflows(options: OpenOptions = {}): Promise<Workflows> {
  const store = options.store ?? (await openWorkflowStore(options));
  const ctx = engineContextFor(store, options);
  // Its rules are made for the first text, which would be the name of the first new step of a run that is resumed.
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
