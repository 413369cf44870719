import * as z from "zod";
import type { Redactor } from "../kernel/ports/redactor.ts";
import { RUN_STATUSES, STEP_KINDS, type WorkflowRun, type WorkflowStep } from "../kernel/workflow-record.ts";
import { tryParseJson } from "../text/json-text.ts";
import { parseOwner } from "./engine/owner.ts";

/** A run as every surface shows it. */
export const RunView = z.object({
  id: z.string(),
  type: z.string(),
  status: z.enum(RUN_STATUSES),
  /** Its status is running, but no process drives it. */
  dangling: z.boolean(),
  driver: z.object({ host: z.string(), pid: z.number() }).nullable(),
  attempts: z.number(),
  codeVersion: z.string().nullable(),
  module: z.string().nullable(),
  worktree: z.string(),
  forkedFrom: z.string().nullable(),
  forkedAt: z.number().nullable(),
  error: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
});
export type RunView = z.infer<typeof RunView>;

export const StepView = z.object({
  number: z.number(),
  place: z.string(),
  kind: z.enum(STEP_KINDS),
  key: z.string(),
  status: z.enum(["done", "failed", "waiting"]),
  attempts: z.number(),
  ms: z.number(),
  checkpoint: z.string().nullable(),
  error: z.string().nullable(),
  /** The run that recorded the step: for a shared step, an ancestor. */
  run: z.string(),
});
export type StepView = z.infer<typeof StepView>;

export function toRunView(run: WorkflowRun, isDriven: boolean, redactor: Redactor): RunView {
  const { id, type, status, attempts, codeVersion, module, worktree, forkedFrom, forkedAt } = run;
  const owner = parseOwner(run.owner);
  return {
    id,
    type,
    status,
    dangling: status === "running" && !isDriven,
    driver: owner && isDriven ? { host: owner.host, pid: owner.pid } : null,
    attempts,
    codeVersion,
    module,
    worktree,
    forkedFrom,
    forkedAt,
    error: messageOf(run.error, redactor),
    createdAt: new Date(run.createdAt).toISOString(),
    updatedAt: new Date(run.updatedAt).toISOString(),
  };
}

export function toStepView(step: WorkflowStep, redactor: Redactor): StepView {
  const { number, place, kind, key, attempts, startedAt, endedAt, checkpointId, error, runId } = step;
  const ended = error === null ? "done" : "failed";
  return {
    number,
    place,
    kind,
    key: redactor.text(key),
    status: endedAt === null ? "waiting" : ended,
    attempts,
    ms: (endedAt ?? startedAt) - startedAt,
    checkpoint: checkpointId,
    error: messageOf(error, redactor),
    run: runId,
  };
}

const Recorded = z.object({ message: z.string() });

function messageOf(error: string | null, redactor: Redactor): string | null {
  const message = error === null ? undefined : Recorded.safeParse(tryParseJson(error)).data?.message;
  return message === undefined ? null : redactor.text(message);
}
