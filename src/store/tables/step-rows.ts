import type { WorkflowStep } from "../../kernel/workflow-record.ts";

/** Column and type of each field; the type makes sure that none is missing. */
const COLUMNS: Readonly<Record<keyof WorkflowStep, readonly [column: string, type: string]>> = {
  runId: ["run_id", "text"],
  place: ["place", "text"],
  number: ["number", "bigint"],
  kind: ["kind", "text"],
  key: ["key", "text"],
  result: ["result", "text"],
  error: ["error", "text"],
  attempts: ["attempts", "bigint"],
  notes: ["notes", "text"],
  checkpointId: ["checkpoint_id", "text"],
  startedAt: ["started_at", "bigint"],
  endedAt: ["ended_at", "bigint"],
};
const FIELDS = Object.keys(COLUMNS) as (keyof WorkflowStep)[];
const KEY_COLUMNS = 2;

/** One statement that records a step, or replaces the step at the same position, while the fence is current. */
export function recordStatement(dialect: {
  parameter: (n: number, type: string) => string;
  /** A condition that always holds. */
  also?: string;
  lock?: string;
}): string {
  const { parameter, also = "", lock = "" } = dialect;
  const columns = Object.values(COLUMNS);
  const values = columns.map(([, type], i) => parameter(i + 1, type));
  const changes = columns.slice(KEY_COLUMNS).map(([column]) => `${column} = excluded.${column}`);
  return `
    insert into workflow_steps (${columns.map(([column]) => column).join(", ")})
      select ${values.join(", ")} from (
        select id from workflow_runs
          where id = ${parameter(columns.length + 1, "text")} and fence = ${parameter(columns.length + 2, "bigint")}
            and status = 'running' ${also} ${lock}) as run
      where true
    on conflict (run_id, place) do update set ${changes.join(", ")}`;
}

/** Like `recordStatement`, for several steps of one run, given as JSON: one round trip to a server for all of them. */
export function recordAllStatement({ also, lock }: { also: string; lock: string }): string {
  const columns = Object.values(COLUMNS);
  const names = columns.map(([column]) => column);
  const changes = names.slice(KEY_COLUMNS).map((column) => `${column} = excluded.${column}`);
  return `
    insert into workflow_steps (${names.join(", ")})
      select ${names.map((name) => `step.${name}`).join(", ")} from (
        select id from workflow_runs where id = $2::text and fence = $3::bigint and status = 'running' ${also} ${lock}) as run
      cross join json_to_recordset($1::json) as step (${columns.map((column) => column.join(" ")).join(", ")})
    on conflict (run_id, place) do update set ${changes.join(", ")}`;
}

/** The steps as the JSON parameter of `recordAllStatement`. */
export function stepsToJson(steps: readonly WorkflowStep[]): string {
  const rows = steps.map((step) =>
    Object.fromEntries(FIELDS.map((field) => [COLUMNS[field][0], step[field]])),
  );
  return JSON.stringify(rows);
}

/** Selects each step of a run as one JSON text, which can be read in a quarter of the time of twelve columns. */
export function stepsStatement(jsonArray: string): string {
  const columns = FIELDS.map((field) => COLUMNS[field][0]).join(", ");
  return `select cast(${jsonArray}(${columns}) as text) as step from workflow_steps where run_id = `;
}

export function parseStep(json: string): WorkflowStep {
  const values = JSON.parse(json) as unknown[];
  return Object.fromEntries(FIELDS.map((field, i) => [field, values[i]])) as unknown as WorkflowStep;
}

/** The parameters of `recordStatement`, in order. */
export function stepParameters(step: WorkflowStep, fence: number): unknown[] {
  return [...FIELDS.map((field) => step[field]), step.runId, fence];
}
