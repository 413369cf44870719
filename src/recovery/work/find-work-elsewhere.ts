import { hasWork } from "../../capture/has-work.ts";
import type { Context } from "../../kernel/context.ts";
import type { Session, SessionSummary } from "../../kernel/record.ts";
import type { SessionStorage } from "../../kernel/storage/session-storage.ts";
import { findWorkAreas } from "../source/find-work-areas.ts";
import { isGeneral, isSameWork, ROOT_AREA, type WorkArea } from "../source/work-area.ts";
import type { Work } from "./find-work.ts";

type AreaDeps = Pick<Context, "workspace" | "caller">;
type PreferDeps = AreaDeps & { store: SessionStorage };

/** Where a session worked if that is not where the caller is: packages, or another worktree. Null if it is the same. */
export async function findOtherLocation(ctx: AreaDeps, session: Session): Promise<string | null> {
  const { worktree } = await ctx.workspace.locate(ctx.caller.cwd);
  if (session.worktree !== worktree) return session.worktree;
  const { here, areas } = await readAreas(ctx, worktree, [session]);
  const [area] = areas;
  return !area || isWorkOf(here, area) ? null : nameOf(area);
}

const READ = 20;

/** Replaces the work of another package by the newest work of the caller's package, however old, if there is any. */
export async function preferWorkHere(ctx: PreferDeps, found: Work): Promise<Work> {
  if (found.type !== "session" || (await findOtherLocation(ctx, found.session)) === null) return found;
  const { worktree } = await ctx.workspace.locate(ctx.caller.cwd);
  const recent = await listContinuable(ctx.store, worktree);
  const read = await Promise.all(recent.slice(0, READ).map(({ id }) => ctx.store.getSession(id)));
  const sessions = read.filter((session) => session !== undefined).filter(({ capture }) => hasWork(capture));
  const { here, areas } = await readAreas(ctx, worktree, sessions);
  const session = sessions.find((_, i) => isSameWork(here, areas[i] ?? here));
  return session ? { type: "session", session } : found;
}

/** The sessions of a worktree that can be continued without being named, the newest first. */
export async function listContinuable(store: SessionStorage, worktree: string): Promise<SessionSummary[]> {
  const recent = await store.listSessions({ worktree, limit: 100 });
  return recent.filter(
    ({ promptCount, dismissedAt, endReason }) =>
      promptCount > 0 && dismissedAt === null && endReason !== "clear",
  );
}

async function readAreas({ workspace, caller }: AreaDeps, worktree: string, sessions: readonly Session[]) {
  const asking = { worktree, startedIn: null, cwd: caller.cwd };
  const [here = ROOT_AREA, ...areas] = await findWorkAreas(workspace, worktree, [asking, ...sessions]);
  return { here, areas };
}

function isWorkOf(here: WorkArea, area: WorkArea): boolean {
  return isSameWork(here, area) || isGeneral(area);
}

function nameOf({ home, changed }: WorkArea): string {
  return changed.length === 0 ? home : changed.slice(0, 3).join(", ");
}
