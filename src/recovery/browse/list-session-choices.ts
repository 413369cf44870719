import * as z from "zod";
import { hasWork } from "../../capture/has-work.ts";
import { changedPaths, withInherited } from "../../capture/inherit.ts";
import type { Context } from "../../kernel/context.ts";
import type { Session } from "../../kernel/record.ts";
import type { ProjectStorage } from "../../kernel/storage/project-storage.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";
import type { SharingStorage } from "../../kernel/storage/sharing-storage.ts";
import { asHere } from "../../sessions/as-here.ts";
import { listClones } from "../../sessions/list-clones.ts";
import { shownPath } from "../../text/shown-path.ts";
import { lastWorkedAt } from "../record/last-worked-at.ts";
import { latestRequest, workTitle } from "../record/work-title.ts";
import { SESSION_STATES, sessionState } from "../work/session-state.ts";

/** A session in the list that people choose from. */
export const SessionChoice = z.object({
  /** The agent's own id of the session. */
  id: z.string(),
  title: z.string(),
  /** The latest request, if the title does not say it. */
  latestRequest: z.string().nullable(),
  agent: z.string(),
  /** The machine that it was imported from; null for this one. */
  machine: z.string().nullable(),
  state: z.enum(SESSION_STATES),
  lastWorkedAt: z.string(),
  openTodos: z.number(),
  /** Number of files that it changed. */
  files: z.number(),
  worktree: z.string(),
  /** Where it was started: relative to the caller's worktree, whose root is empty, or absolute in another one. */
  directory: z.string(),
});
export type SessionChoice = z.infer<typeof SessionChoice>;

/** Maximum number of sessions in the list. */
const LISTED = 20;

type ListDeps = Pick<Context, "workspace" | "caller" | "clock" | "processes" | "redactor" | "machine"> & {
  store: SessionStorage & ProjectStorage & SharingStorage;
};

/**
 * Lists the sessions of this project that have work, the latest work first. Excludes dismissed ones, which are continued
 * only by id.
 */
export async function listSessionChoices(ctx: ListDeps): Promise<SessionChoice[]> {
  const location = await ctx.workspace.locate(ctx.caller.cwd);
  const { worktree } = location;
  const shared = await listClones(ctx, location);
  if (shared.ids.length === 0) return [];
  const recent = await ctx.store.listSessions({ projectId: shared.ids, limit: 100 });
  const asked = recent.filter(({ promptCount, dismissedAt }) => promptCount > 0 && dismissedAt === null);
  const choices: SessionChoice[] = [];
  for (const { id } of asked) {
    const session = await ctx.store.getSession(id);
    if (session && isListed(session))
      choices.push(choiceOf(ctx, asHere(session, { ...ctx, shared, worktree }), worktree));
    if (choices.length === LISTED) break;
  }
  return choices.toSorted((a, b) => (a.lastWorkedAt < b.lastWorkedAt ? 1 : -1));
}

/** A capture without prompts is damaged; its checkpoints may be intact. */
function isListed({ capture }: Session): boolean {
  return capture.prompts.length === 0 || hasWork(capture);
}

function choiceOf({ clock, processes, redactor }: ListDeps, session: Session, here: string): SessionChoice {
  const { capture, nativeId, agent, machine, worktree } = session;
  const whole = withInherited(capture);
  const latest = latestRequest(capture);
  const open = whole.todos.filter(({ status }) => status !== "completed");
  return {
    id: nativeId,
    title: redactor.text(workTitle(capture)),
    latestRequest: latest === null ? null : redactor.text(latest),
    agent,
    machine,
    state: sessionState(session, { processes, now: clock() }),
    lastWorkedAt: new Date(lastWorkedAt(session, capture)).toISOString(),
    openTodos: open.length,
    files: changedPaths(whole).length,
    worktree,
    directory: shownPath(session.startedIn ?? worktree, { worktree: here }),
  };
}
