import { isAbsolute } from "node:path";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Project, Session, SessionSummary } from "../kernel/record.ts";
import type { SessionFilter, SessionStorage } from "../kernel/storage/session-storage.ts";
import { readerHere } from "../sessions/as-here.ts";
import { type CloneDeps, listClones } from "../sessions/list-clones.ts";
import { isUnopenedFork } from "../sessions/unopened-fork.ts";
import { matchesWords, searchedWords } from "./match-words.ts";

/** Which sessions to list. */
export interface SessionQuery {
  all: boolean;
  project: string | undefined;
  worktree: string | undefined;
  agent: string | undefined;
  since: number | undefined;
  until: number | undefined;
  search: string | undefined;
  after: string | undefined;
  limit: number;
}

export interface SessionPage {
  sessions: Session[];
  /** The position to continue after; null on the last page. */
  next: string | null;
}

type FindDeps = CloneDeps & Pick<Context, "caller"> & { store: SessionStorage };

/** One page of the sessions in which a person typed something, last active first. */
export async function findSessions(ctx: FindDeps, query: SessionQuery): Promise<SessionPage> {
  const words = searchedWords(query.search);
  const filter = await filterOf(ctx, query, words);
  if (!filter) return { sessions: [], next: null };
  const found: Session[] = [];
  let after = query.after === undefined ? undefined : parsePosition(query.after);
  for (;;) {
    const listed = await ctx.store.listSessions({ ...filter, after });
    const read = await ctx.store.getSessions(listed.map(({ id }) => id));
    // A fork that no agent has opened has only the prompts of its original.
    const worked = listed.filter((session) => !isUnopenedFork(session));
    found.push(...worked.flatMap(({ id }) => read.get(id) ?? []).filter((one) => matchesWords(one, words)));
    after = listed.at(-1);
    if (found.length > query.limit || listed.length < filter.limit || !after) break;
  }
  const sessions = found.slice(0, query.limit).map(await readerHere(ctx));
  const last = sessions.at(-1);
  return { sessions, next: found.length > query.limit && last ? positionOf(last) : null };
}

/** Undefined if nothing is stored there. */
async function filterOf(
  ctx: FindDeps,
  { agent, since, until, worktree: directory, limit, ...scope }: SessionQuery,
  words: readonly string[],
): Promise<SessionFilter | undefined> {
  const worktree = directory === undefined ? undefined : (await ctx.workspace.locate(directory)).worktree;
  const projectId = await findProjects(ctx, { ...scope, worktree });
  return (
    projectId && {
      projectId: projectId === "any" ? undefined : projectId,
      worktree,
      agent,
      seenSince: since,
      startedUntil: until,
      words,
      prompted: true,
      limit: limit + 1,
    }
  );
}

const MAX_PROJECTS = 1_000;

/**
 * The ids of a project, with those of its clones on other machines. A worktree belongs to one project, so it need not be
 * named. Undefined if nothing of the project is stored.
 */
async function findProjects(
  ctx: FindDeps,
  { all, project: key, worktree }: Pick<SessionQuery, "all" | "project" | "worktree">,
): Promise<readonly string[] | "any" | undefined> {
  if (all || key === "all" || (worktree !== undefined && key === undefined)) return "any";
  if (key !== undefined && !isAbsolute(key)) return [(await findNamedProject(ctx, key)).id];
  const { ids } = await listClones(ctx, await ctx.workspace.locate(key ?? ctx.caller.cwd));
  return ids.length === 0 ? undefined : ids;
}

async function findNamedProject({ store }: FindDeps, key: string): Promise<Project> {
  const projects = await store.listProjects(MAX_PROJECTS);
  const named = projects.filter(({ id, name }) => id === key || name === key);
  const [only, another] = named;
  if (only && !another) return only;
  throw another
    ? new HoldfastError("ambiguous_id", `Several projects are called ${key}.`, {
        next: `Pass the directory: ${named.map(({ root }) => root).join(", ")}.`,
      })
    : new HoldfastError("not_found", `No project ${key} is known.`, {
        next: "Pass the directory of the project, or all.",
      });
}

/** The time and id of a session, as `after` has it: the session may have moved to the front since. */
function positionOf({ lastSeenAt, id }: SessionSummary): string {
  return `${lastSeenAt}.${id}`;
}

function parsePosition(text: string): Pick<SessionSummary, "lastSeenAt" | "id"> {
  const [, lastSeenAt, id] = /^(\d{1,15})\.(ses_\w{1,40})$/.exec(text) ?? [];
  if (lastSeenAt !== undefined && id !== undefined) return { lastSeenAt: Number(lastSeenAt), id };
  throw new HoldfastError("invalid_input", "after is not a position of this list.", {
    next: "Pass the value of `next` of the previous page.",
  });
}
