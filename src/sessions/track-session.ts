import { basename } from "node:path";
import type { AgentEvent } from "../kernel/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import type { Store } from "../kernel/store.ts";

/** The session of an event, created where it is new, with what the event says about it. Not stored yet. */
export async function trackSession(ctx: Context, store: Store, event: AgentEvent): Promise<Session> {
  const known = await store.findSession(event.agent, event.nativeSession);
  const place = await ctx.workspace.locate(event.cwd);
  const project = await store.ensureProject({
    id: ctx.newId("prj"),
    root: place.projectRoot,
    name: basename(place.projectRoot) || place.projectRoot,
    createdAt: event.at,
  });
  const base = known ?? newSession(ctx.newId("ses"), event);
  const moved = { projectId: project.id, worktree: place.worktree, cwd: event.cwd };
  const session: Session = {
    ...base,
    ...moved,
    ...processOf(ctx, event, base),
    gitHead: place.head,
    gitBranch: place.branch,
    lastSeenAt: Math.max(base.lastSeenAt, event.at),
    transcriptPath: event.transcriptPath ?? base.transcriptPath,
  };
  return event.kind === "session_start" ? await started(store, session, event, known === undefined) : session;
}

async function started(
  store: Store,
  session: Session,
  event: Extract<AgentEvent, { kind: "session_start" }>,
  isNew: boolean,
): Promise<Session> {
  const running = { ...session, endedAt: null, endReason: null };
  if (!isNew) return { ...running, incarnation: session.incarnation + 1 };
  if (event.source !== "clear" && event.source !== "fork") return running;
  const parent = await parentOf(store, session);
  return parent ? { ...running, parentId: parent.id, parentReason: event.source } : running;
}

/** `/clear` and a fork go on in the same client process under a new native id. */
async function parentOf(store: Store, session: Session): Promise<Session | undefined> {
  if (session.pid === null) return undefined;
  const siblings = await store.listSessions({ worktree: session.worktree, agent: session.agent, limit: 20 });
  return siblings.find(
    ({ id, pid, pidStart }) => id !== session.id && pid === session.pid && pidStart === session.pidStart,
  );
}

/** A start time is believed only when the process was there before the event: ids are reused. */
function processOf(ctx: Context, event: AgentEvent, base: Session): Pick<Session, "pid" | "pidStart"> {
  if (event.pid === undefined || event.pid === base.pid) return { pid: base.pid, pidStart: base.pidStart };
  return { pid: event.pid, pidStart: ctx.processes.startTime(event.pid) ?? "gone" };
}

function newSession(id: string, event: AgentEvent): Session {
  return {
    id,
    agent: event.agent,
    nativeId: event.nativeSession,
    projectId: "",
    worktree: "",
    cwd: event.cwd,
    gitHead: null,
    gitBranch: null,
    parentId: null,
    parentReason: null,
    startedAt: event.at,
    lastSeenAt: event.at,
    endedAt: null,
    endReason: null,
    pid: null,
    pidStart: null,
    transcriptPath: null,
    promptCount: 0,
    promptsSinceCheckpoint: 0,
    incarnation: 1,
    lastMessageSentAt: null,
    lastCheckpointAt: null,
    lastAfterModelAt: null,
    lastFeedbackReceived: null,
    notified: false,
    capture: null,
  };
}
