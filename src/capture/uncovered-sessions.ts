import * as z from "zod";
import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import type { CheckpointFilter, CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { bounded, oneLine } from "../text/bounded.ts";
import { toSearchWords } from "../text/search-words.ts";
import { workSubject } from "./work-subject.ts";

/** A session that belongs into a list of checkpoints, although none of these shows it. */
export const UncoveredSession = z.object({
  /** The agent's own id of the session. */
  id: z.string(),
  agent: z.string(),
  /** Its title, or the newest request that matches the search. */
  request: z.string(),
  lastSeenAt: z.string(),
});
export type UncoveredSession = z.infer<typeof UncoveredSession>;

/** Maximum number of sessions that are read, and listed. Their captures are long. */
const READ = 50;
const LISTED = 5;
const REQUEST = 160;

type CheckpointScope = Partial<Pick<CheckpointFilter, "projectId" | "sessionId" | "workflowId">>;

interface SearchInput {
  scope: CheckpointScope;
  search: string | undefined;
  /** The checkpoints of the list. */
  checkpoints: readonly { sessionId: string | null }[];
}

type Deps = Pick<Context, "redactor"> & { store: CheckpointStorage & SessionStorage };

/**
 * Finds the sessions that have no checkpoint yet, such as the first one while it runs. With a search, those whose
 * requests match, though no checkpoint does: a killed session may have been asked since its last one.
 */
export async function findUncovered(ctx: Deps, { scope, search, checkpoints }: SearchInput) {
  const words = search === undefined ? [] : toSearchWords(search);
  const found: UncoveredSession[] = [];
  for (const id of await candidatesOf(ctx.store, { scope, checkpoints })) {
    const session = await ctx.store.getSession(id);
    const request = session && (await requestOf(ctx.store, session, words));
    if (request) found.push(viewOf(ctx, session, request));
    if (found.length === LISTED) break;
  }
  return found;
}

/** The sessions of the list in which something was asked, and that no checkpoint in it shows. */
async function candidatesOf(
  store: SessionStorage,
  { scope: { projectId, sessionId }, checkpoints }: Omit<SearchInput, "search">,
): Promise<string[]> {
  const covered = new Set(checkpoints.map((checkpoint) => checkpoint.sessionId));
  const recent = await store.listSessions({ ...(projectId ? { projectId } : {}), limit: READ });
  return recent
    .filter(({ promptCount }) => promptCount > 0)
    .map(({ id }) => id)
    .filter((id) => !covered.has(id) && (sessionId ?? id) === id);
}

async function requestOf(store: CheckpointStorage, { id, capture }: Session, words: readonly string[]) {
  const title = workSubject(capture);
  const requests = [title, ...capture.prompts.map(({ text }) => text)];
  if (words.length > 0) return requests.findLast((text) => hasAll(text, words));
  return (await store.listCheckpoints({ sessionId: id, limit: 1 })).length === 0 ? title : undefined;
}

function hasAll(text: string, words: readonly string[]): boolean {
  const searched = toSearchWords(text).join(" ");
  return words.every((word) => searched.includes(word));
}

function viewOf({ redactor }: Deps, session: Session, request: string): UncoveredSession {
  return {
    id: session.nativeId,
    agent: session.agent,
    request: bounded(oneLine(redactor.text(request)), REQUEST),
    lastSeenAt: new Date(session.lastSeenAt).toISOString(),
  };
}
