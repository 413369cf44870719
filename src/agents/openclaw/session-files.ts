import { readdirSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import type { AgentAdapter } from "../../kernel/agent.ts";
import { tryParseJson } from "../../text/try-parse-json.ts";
import { queryDatabase } from "./database.ts";

/** Newest sessions that one search looks at, of each agent that the client runs. */
const MOST_SESSIONS = 50;
const MOST_AGENTS = 20;
/** The first entry of a session says where it began. */
const NEWEST = `
  select session_id as id, session_key as key, coalesce(transcript_updated_at, updated_at) as at,
    (select event_json from transcript_events first where first.session_id = session_windows.session_id and seq = 0) as begun
  from session_windows where spawned_by is null order by updated_at desc limit ${MOST_SESSIONS}`;
/** Subagents, and jobs that no person began. */
const NOT_A_PERSONS = /:(?:subagent|cron|acp|hook)(?::|$)/;

const Begun = z.object({ type: z.literal("session"), cwd: z.string() });
const Row = z.object({
  id: z.string().regex(/^[\w-]+$/),
  key: z.string().refine((key) => !NOT_A_PERSONS.test(key)),
  at: z.number(),
  begun: z.string().transform(tryParseJson).pipe(Begun),
});

/** The sessions in the client's databases, as the paths under which `readTranscript` finds them. */
export const findSessionFiles: NonNullable<AgentAdapter["findSessionFiles"]> = async (stateDir, wants) =>
  databasesIn(stateDir)
    .flatMap((database) => {
      const rows = queryDatabase(database, (opened) => opened.prepare(NEWEST).all()) ?? [];
      return rows
        .flatMap((row) => Row.safeParse(row).data ?? [])
        .map(({ id, begun, at }) => ({
          nativeSession: id,
          path: join(database, id),
          cwd: begun.cwd,
          modifiedAt: at,
        }));
    })
    .filter(({ path, modifiedAt }) => wants(path, modifiedAt))
    .sort((one, other) => other.modifiedAt - one.modifiedAt);

function databasesIn(stateDir: string): string[] {
  const agents = join(stateDir, "agents");
  try {
    const names = readdirSync(agents).slice(0, MOST_AGENTS);
    return names.map((name) => join(agents, name, "agent", "openclaw-agent.sqlite"));
  } catch {
    return []; // it never ran
  }
}
