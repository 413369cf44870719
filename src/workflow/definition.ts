import { createHash } from "node:crypto";
import type { WorkflowScope } from "./scope.ts";

/** What happens to a run whose process died: nothing, a proposal to a person, or an immediate resume. */
export type RecoveryPolicy = "off" | "ask" | "auto";

export interface WorkflowOptions {
  /** The version of the code (default: a hash of the function). Only runs of this version are resumed automatically. */
  version?: string;
  /** The known phases, in order. Phases that are not done count as pending. */
  phases?: readonly string[];
  /** How often a run may be begun or taken over before it is parked for a person (default: 10). */
  maxAttempts?: number;
  /** What to do about runs whose process died (default: `ask`). */
  recovery?: RecoveryPolicy;
}

/** A type of workflow: plain data, so that another copy of this library can run it. */
export interface Workflow<Input, Output> {
  readonly holdfast: "workflow";
  readonly type: string;
  readonly run: (wf: WorkflowScope, input: Input) => Promise<Output>;
  readonly version: string;
  readonly phases: readonly string[];
  readonly maxAttempts: number;
  readonly recovery: RecoveryPolicy;
}

/** Any workflow, if its types do not matter: its input and output are JSON. */
export type AnyWorkflow = Workflow<never, unknown>;

/**
 * Defines a durable workflow. The function may be run again from the start at any time: side effects belong in steps,
 * and its decisions must depend only on its input and the results of steps.
 */
export function workflow<Input, Output>(
  type: string,
  run: (wf: WorkflowScope, input: Input) => Promise<Output>,
  options: WorkflowOptions = {},
): Workflow<Input, Output> {
  const { version = hashOf(run.toString()), phases = [], maxAttempts = 10, recovery = "ask" } = options;
  return { holdfast: "workflow", type, run, version, phases, maxAttempts, recovery };
}

/** Whether a value that a module exports is a workflow, from this copy of the library or another. */
export function isWorkflow(value: unknown): value is AnyWorkflow {
  return typeof value === "object" && value !== null && "holdfast" in value && value.holdfast === "workflow";
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
