import type { Context } from "../kernel/context.ts";
import type { Processes } from "../kernel/ports/processes.ts";
import type { Session, SessionSummary } from "../kernel/record.ts";
import { isElsewhere } from "./is-elsewhere.ts";
import { type CloneDeps, listClones, type SharedProject } from "./list-clones.ts";
import { readHere, shownHere } from "./move-here.ts";

interface Here {
  shared: SharedProject;
  worktree: string;
  processes: Pick<Processes, "host">;
}

/** A session as lists of this clone show it: with its machine, and with its directories as they are called here. */
export function asHere<S extends SessionSummary>(session: S, { shared, worktree, processes }: Here): S {
  const { host, projectId } = session;
  if (!isElsewhere(session, processes) || !shared.ids.includes(projectId)) return session;
  const { own = projectId } = shared;
  const { machine } = shared.clones.find((clone) => clone.host === host) ?? session;
  if (projectId === shared.own) return { ...session, machine };
  return shownHere(session, { projectId: own, worktree, host, machine });
}

/** Shows sessions of whatever project; costs nothing where no machines share the database. */
export async function viewerHere(
  ctx: CloneDeps & Pick<Context, "caller">,
): Promise<<S extends SessionSummary>(session: S) => S> {
  if ((ctx.processes.host?.() ?? null) === null) return (session) => session;
  const location = await ctx.workspace.locate(ctx.caller.cwd);
  const here = { shared: await listClones(ctx, location), ...ctx, ...location };
  return (session) => asHere(session, here);
}

/** Reads sessions of whatever project, also with the paths in their captures as they are called here. */
export async function readerHere(
  ctx: CloneDeps & Pick<Context, "caller">,
): Promise<(session: Session) => Session> {
  const view = await viewerHere(ctx);
  return (session) => {
    const here = view(session);
    return here === session ? session : readHere(session, here);
  };
}
