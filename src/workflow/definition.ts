import { createHash } from "node:crypto";
import type { WorkflowScope } from "./scope.ts";

/** What happens to a run whose process died: nothing, a proposal to a person, or it is resumed at once. */
export type RecoveryPolicy = "off" | "ask" | "auto";

export interface WorkflowOptions {
  /** Of the code; by default a hash of the function's text. A run that another version began is not resumed unasked. */
  version?: string;
  /** The phases in their order, as far as they are known: what is not done yet counts as pending. */
  phases?: readonly string[];
  /** How often processes may begin or take over a run before it is parked for a person (default: 10). */
  maxAttempts?: number;
  /** What a start does about runs whose process died (default: ask). */
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

/** Any workflow, where its types do not matter: input and output are JSON then. */
export type AnyWorkflow = Workflow<never, unknown>;

/**
 * Defines a durable workflow. The function may be run again from the start at any time: side effects belong
 * into steps, and what it decides must depend on its input and the results of steps alone.
 */
export function workflow<Input, Output>(
  type: string,
  run: (wf: WorkflowScope, input: Input) => Promise<Output>,
  options: WorkflowOptions = {},
): Workflow<Input, Output> {
  const { version = hashOf(run.toString()), phases = [], maxAttempts = 10, recovery = "ask" } = options;
  return { holdfast: "workflow", type, run, version, phases, maxAttempts, recovery };
}

/** Whether a value that a module exports is a workflow, of this copy of the library or another one. */
export function isWorkflow(value: unknown): value is AnyWorkflow {
  return typeof value === "object" && value !== null && "holdfast" in value && value.holdfast === "workflow";
}

function hashOf(text: string): string {
  return createHash("sha256").update(text).digest("hex").slice(0, 12);
}
