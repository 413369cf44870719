import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { AgentSessions } from "../../../kernel/agent/agent.ts";
import { tryParseJson } from "../../../text/json-text.ts";
import { queryDatabase } from "../../files/query-database.ts";

/** How many of the newest sessions one search looks at, for each agent that the client runs. */
const MAX_SESSIONS = 50;
const MAX_AGENTS = 20;
/** The first entry of a session says where it began; the entry of its last reset identifies the newest conversation. */
const NEWEST = `
  select session_id as id, session_key as key, coalesce(transcript_updated_at, updated_at) as at,
    (select event_json from transcript_events first where first.session_id = session_windows.session_id and seq = 0) as begun,
    (select json_extract(event_json, '$.id') from transcript_events reset where reset.session_id = session_windows.session_id
      and json_extract(event_json, '$.type') = 'reset' order by seq desc limit 1) as reset
  from session_windows where spawned_by is null order by updated_at desc limit ${MAX_SESSIONS}`;
/** Subagents, and jobs that were not started by a person. */
const NOT_A_PERSONS = /:(?:subagent|cron|acp|hook)(?::|$)/;

const Begun = z.object({ type: z.literal("session"), cwd: z.string() });
const Id = z.string().regex(/^[\w-]+$/);
const Row = z.object({
  id: Id,
  reset: Id.nullable(),
  key: z.string().refine((key) => !NOT_A_PERSONS.test(key)),
  at: z.number(),
  begun: z.string().transform(tryParseJson).pipe(Begun),
});

/** The sessions in the client's databases, as the paths under which `readTranscript` finds them. */
export const findSessionFiles: AgentSessions["find"] = async (stateDir, wants) =>
  databasesIn(stateDir)
    .flatMap((database) => {
      const rows = queryDatabase(database, (opened) => opened.prepare(NEWEST).all()) ?? [];
      return rows
        .flatMap((row) => Row.safeParse(row).data ?? [])
        .map(({ id, reset, begun, at }) => {
          const nativeSession = reset === null ? id : `${reset}__${id}`;
          return { nativeSession, path: join(database, nativeSession), cwd: begun.cwd, modifiedAt: at };
        });
    })
    .filter(({ path, modifiedAt }) => wants(path, modifiedAt))
    .sort((one, other) => other.modifiedAt - one.modifiedAt);

function databasesIn(stateDir: string): string[] {
  const agents = join(stateDir, "agents");
  try {
    const names = readdirSync(agents).slice(0, MAX_AGENTS);
    return names.map((name) => join(agents, name, "agent", "openclaw-agent.sqlite"));
  } catch {
    return []; // it never ran
  }
}
