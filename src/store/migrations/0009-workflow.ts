import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";
import type { Traits } from "../traits.ts";

/** Durable runs, and the writes of graph tasks before the next checkpoint. */
export async function workflow(db: Kysely<Tables>, { columns }: Traits): Promise<void> {
  const { key, integer, bytes } = columns;
  const statements = [
    `create table workflow_runs (
      id ${key} primary key, type text not null, status text not null, input text, output text, error text,
      code_version text, attempts ${integer} not null, owner text, fence ${integer} not null, lease_until ${integer},
      module text, project_id ${key} not null, worktree text not null, forked_from ${key}, forked_at ${integer},
      created_at ${integer} not null, updated_at ${integer} not null)`,
    "create index workflow_runs_by_project on workflow_runs (project_id, created_at desc, id desc)",
    "create index workflow_runs_by_status on workflow_runs (status, created_at desc, id desc)",
    "create index workflow_runs_by_fork on workflow_runs (forked_from) where forked_from is not null",
    `create table workflow_steps (
      run_id ${key} not null, place ${key} not null, number ${integer} not null, kind text not null, key text not null,
      result text, error text, attempts ${integer} not null, notes text, checkpoint_id ${key},
      started_at ${integer} not null, ended_at ${integer}, primary key (run_id, place))`,
    `create table workflow_signals (
      id ${key} primary key, run_id ${key} not null, name text not null, payload text, sent_at ${integer} not null,
      taken_by ${key})`,
    "create index workflow_signals_by_run on workflow_signals (run_id, name, sent_at)",
    `create table pending_writes (
      checkpoint_id ${key} not null, task_id ${key} not null, position ${integer} not null, task_path ${key} not null,
      channel text not null, type text not null, value ${bytes} not null,
      primary key (checkpoint_id, task_id, position))`,
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
