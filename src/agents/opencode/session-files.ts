import { basename, dirname, join } from "node:path";
import * as z from "zod";
import type { AgentSessions } from "../../kernel/agent/agent.ts";
import type { TokenUsage } from "../../kernel/agent/token-usage.ts";
import { queryDatabase } from "../files/query-database.ts";
import { readSession } from "./transcript/database.ts";

/** How many of the newest sessions one search looks at. */
const MAX_SESSIONS = 50;
/** A session with a parent belongs to a subagent. Messages can be newer than the time of their session. */
const NEWEST = `
  select id, directory, max(time_updated,
    coalesce((select max(time_updated) from message where session_id = session.id), 0)) as at
  from session where parent_id is null order by time_updated desc limit ${MAX_SESSIONS}`;

const Id = z.string().regex(/^[\w-]+$/);
const Session = z.object({ id: Id, directory: z.string(), at: z.number() });

/** The sessions in the client's database, as the paths under which `readTranscript` finds them. */
export const findSessionFiles: AgentSessions["find"] = async (database, wants) => {
  const rows = queryDatabase(database, (opened) => opened.prepare(NEWEST).all()) ?? [];
  return rows
    .flatMap((row) => Session.safeParse(row).data ?? [])
    .map(({ id, directory, at }) => ({
      nativeSession: id,
      path: join(database, id),
      cwd: directory,
      modifiedAt: at,
    }))
    .filter(({ path, modifiedAt }) => wants(path, modifiedAt))
    .sort((one, other) => other.modifiedAt - one.modifiedAt);
};

/**
 * A fork has its own copies of its parent's messages, with their times. The origin is the session that shares the most
 * of them and, among equals, the oldest: a session that was forked twice is the origin of both.
 */
const ORIGIN = `
  select other.session_id as id from message as own join message as other
    on other.time_created = own.time_created and other.session_id <> own.session_id
  join session on session.id = other.session_id
  where own.session_id = ?1 and own.time_created < (select time_created from session where id = ?1)
    and session.time_created < (select time_created from session where id = ?1)
  group by other.session_id order by count(*) desc, session.time_created limit 1`;

const Origin = z.object({ id: Id });

/** The session from which this one was forked: the one whose messages it has copies of that are older than itself. */
export async function forkedFrom(path: string): Promise<string | undefined> {
  const row = queryDatabase(dirname(path), (opened) => opened.prepare(ORIGIN).get(basename(path)));
  return Origin.safeParse(row).data?.id;
}

const count = z.number().nonnegative().catch(0);
/** Within the range of a `Date`. */
const time = z.number().min(0).max(8.64e15);
const Answer = z.object({
  role: z.literal("assistant"),
  time: z.object({ created: time, completed: time }).optional().catch(undefined),
  modelID: z.string().catch(""),
  tokens: z.object({
    input: count,
    output: count,
    reasoning: count,
    cache: z.object({ read: count, write: count }),
  }),
});

/** The token usage of each answer of a session, including answers to compactions. */
export async function readUsage(path: string): Promise<TokenUsage[] | undefined> {
  return readSession(path)?.messages.flatMap(({ data }) => {
    const answer = Answer.safeParse(data).data;
    if (!answer) return [];
    const { input, output, reasoning, cache } = answer.tokens;
    const usage = { input, cacheRead: cache.read, cacheWrite: cache.write, output: output + reasoning };
    return [{ ...originOf(answer.time), model: answer.modelID, ...usage }];
  });
}

/** A fork gives its copies new ids, but keeps their times. */
function originOf(time: z.infer<typeof Answer>["time"]): Pick<TokenUsage, "id" | "at"> {
  return time ? { id: `${time.created} ${time.completed}`, at: time.created } : {};
}
