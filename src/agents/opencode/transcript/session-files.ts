import { join } from "node:path";
import * as z from "zod";
import type { AgentAdapter } from "../../../kernel/agent/agent.ts";
import { queryDatabase } from "../../files/query-database.ts";

/** How many of the newest sessions one search looks at. */
const MAX_SESSIONS = 50;
/** A session with a parent belongs to a subagent. Messages can be newer than the time of their session. */
const NEWEST = `
  select id, directory, max(time_updated,
    coalesce((select max(time_updated) from message where session_id = session.id), 0)) as at
  from session where parent_id is null order by time_updated desc limit ${MAX_SESSIONS}`;

const Row = z.object({ id: z.string().regex(/^[\w-]+$/), directory: z.string(), at: z.number() });

/** The sessions in the client's database, as the paths under which `readTranscript` finds them. */
export const findSessionFiles: NonNullable<AgentAdapter["findSessionFiles"]> = async (database, wants) => {
  const rows = queryDatabase(database, (opened) => opened.prepare(NEWEST).all()) ?? [];
  return rows
    .flatMap((row) => Row.safeParse(row).data ?? [])
    .map(({ id, directory, at }) => ({
      nativeSession: id,
      path: join(database, id),
      cwd: directory,
      modifiedAt: at,
    }))
    .filter(({ path, modifiedAt }) => wants(path, modifiedAt))
    .sort((one, other) => other.modifiedAt - one.modifiedAt);
};
