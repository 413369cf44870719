import { type Kysely, sql } from "kysely";
import type { Tables } from "../tables/schema.ts";
import type { Traits } from "../traits.ts";

/** Checkpoints, state nodes, projects, sessions, deliveries and handled events. */
export async function record(db: Kysely<Tables>, { columns }: Traits): Promise<void> {
  const { key, integer, bytes, identity } = columns;
  const statements = [
    `create table projects (
      id ${key} primary key, root text not null unique, name text not null, created_at ${integer} not null)`,
    `create table sessions (
      id ${key} primary key, agent text not null, native_id text not null, project_id ${key} not null,
      worktree text not null, cwd text not null, git_head text, git_branch text,
      parent_id ${key}, parent_reason text, started_at ${integer} not null, last_seen_at ${integer} not null,
      ended_at ${integer}, end_reason text, pid ${integer}, pid_start text, transcript_path text,
      prompt_count ${integer} not null, prompts_since_checkpoint ${integer} not null, incarnation ${integer} not null,
      last_message_sent_at ${integer}, last_after_model_at ${integer}, last_debrief_at ${integer},
      debriefs_this_turn ${integer} not null, debriefs_ignored ${integer} not null, debrief_off ${integer} not null,
      last_feedback_received text, notified ${integer} not null, recovery_owed text, capture text)`,
    "create index sessions_by_worktree on sessions (worktree, last_seen_at desc)",
    "create index sessions_by_project on sessions (project_id, last_seen_at desc)",
    `create table session_aliases (
      agent text not null, native_id ${key} not null, session_id ${key} not null, primary key (agent, native_id))`,
    `create table checkpoints (
      seq ${identity}, id ${key} not null unique, kind text not null, trigger text not null, name text,
      project_id ${key} not null, worktree text not null, session_id ${key}, workflow_id text, workflow_type text,
      agent text, parent_id ${key}, step_number ${integer}, step_name text, progress double precision,
      state_root ${key} not null, digest text, workspace_ref text, git_head text, git_branch text,
      created_at ${integer} not null, retention text not null, abandoned ${integer} not null, trashed_at ${integer})`,
    "create index checkpoints_by_time on checkpoints (created_at desc, seq desc)",
    "create index checkpoints_by_project on checkpoints (project_id, created_at desc, seq desc)",
    "create index checkpoints_by_worktree on checkpoints (worktree, created_at desc, seq desc)",
    "create index checkpoints_by_session on checkpoints (session_id, created_at desc, seq desc)",
    "create index checkpoints_by_workflow on checkpoints (workflow_id, created_at desc, seq desc)",
    "create index checkpoints_by_parent on checkpoints (parent_id)",
    `create table nodes (id ${identity}, key ${bytes} not null unique, bytes ${bytes} not null)`,
    `create table deliveries (
      id ${key} primary key, session_id ${key} not null, incarnation ${integer} not null, checkpoint_id ${key},
      channel text not null, chars ${integer} not null, at ${integer} not null)`,
    "create index deliveries_by_session on deliveries (session_id, at)",
    `create table inbox (event_id ${key} primary key, at ${integer} not null, reply text not null)`,
    "create index inbox_by_time on inbox (at)",
    `create table sweeps (id ${integer} primary key, epoch ${integer} not null)`,
    "insert into sweeps (id, epoch) values (1, 0)",
  ];
  for (const statement of statements) await sql.raw(statement).execute(db);
}
