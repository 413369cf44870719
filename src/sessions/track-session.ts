import type { AgentEvent, StartSource } from "../kernel/agent/agent-event.ts";
import type { Context, Identity } from "../kernel/context.ts";
import type { Session, SessionSummary } from "../kernel/record.ts";
import type { ProjectStorage } from "../kernel/storage/project-storage.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import type { SharingStorage } from "../kernel/storage/sharing-storage.ts";
import { createSession } from "./create-session.ts";
import { findLaunchHost, PLACEHOLDER_ID } from "./find-launch-host.ts";
import { isElsewhere } from "./is-elsewhere.ts";
import { type Location, locateDirectory } from "./locate-directory.ts";
import { moveHere } from "./move-here.ts";

type Process = Pick<SessionSummary, "pid" | "pidStart">;
type TrackingDeps = Identity &
  Pick<Context, "workspace" | "processes"> & { store: SessionStorage & ProjectStorage & SharingStorage };

/**
 * The session of an event, updated by it and created if new. `stored` is the stored session with the event's native id.
 * Stores no session, but registers the project of a directory that has none yet.
 */
export async function trackSession(
  ctx: TrackingDeps,
  event: AgentEvent,
  stored: Session | undefined,
): Promise<Session> {
  if (!stored || !isElsewhere(stored, ctx.processes)) return await track(ctx, event, stored);
  // A late event says nothing of where the session is now.
  return event.at <= stored.lastSeenAt
    ? stored
    : await track(ctx, event, await bringHere(ctx, event, stored));
}

async function track(ctx: TrackingDeps, event: AgentEvent, found: Session | undefined): Promise<Session> {
  const { known, launch } = await identify(ctx, event, found);
  const base = known ?? createSession(ctx.newId("ses"), event);
  const process = resolveProcess(ctx, event, base);
  const parent = known ? undefined : await findParent(ctx.store, event, process);
  const session: Session = {
    ...base,
    ...process,
    launch,
    host: ctx.processes.host?.() ?? null,
    ...(await locate(ctx, event, { known, parent })),
    ...(isOver(base, event) ? {} : { endedAt: null, endReason: null }),
    cwd: event.cwd,
    lastSeenAt: Math.max(base.lastSeenAt, event.at),
    transcriptPath: event.transcriptPath ?? base.transcriptPath,
  };
  if (event.kind !== "session_start") return session;
  if (known) return { ...session, incarnation: session.incarnation + 1 };
  return parent ? { ...session, parentId: parent.id, parentReason: parentReason(event) } : session;
}

/** Its agent continues it on this machine now. */
async function bringHere(ctx: TrackingDeps, { cwd, at }: AgentEvent, session: Session): Promise<Session> {
  const { projectId, worktree } = await locateDirectory(ctx, cwd, at);
  const clones = await ctx.store.listClones();
  const machine = clones.find(({ host }) => host === session.host)?.machine ?? null;
  return moveHere(session, { projectId, worktree, host: ctx.processes.host?.() ?? null, machine });
}

/** The stored session, and the launch that started its client. */
async function identify(
  ctx: TrackingDeps,
  event: AgentEvent,
  found: Session | undefined,
): Promise<{ known: Session | undefined; launch: string | null }> {
  const host = found && found.pid === event.pid ? found : await findLaunchHost(ctx, event);
  const launch = (host === undefined ? found : host)?.launch ?? null;
  // An agent that chose its own id reports it with its first event: this is the launched session.
  if (found || !host?.nativeId.startsWith(PLACEHOLDER_ID)) return { known: found, launch };
  const whole = await ctx.store.getSession(host.id);
  return { known: whole && { ...whole, nativeId: event.nativeSession }, launch };
}

/** A second end, or a late event from before the end, does not revive a session. */
function isOver({ endedAt }: SessionSummary, event: AgentEvent): boolean {
  return endedAt !== null && (event.kind === "session_end" || event.at <= endedAt);
}

/** A session belongs to the directory where it was started, even after a `cd`. */
async function locate(
  ctx: TrackingDeps,
  event: AgentEvent,
  { known, parent }: { known: Session | undefined; parent: SessionSummary | undefined },
): Promise<Location & Pick<SessionSummary, "startedIn">> {
  const home = findHome(event, known, parent);
  if (!home) return { ...(await locateDirectory(ctx, event.cwd, event.at)), startedIn: event.cwd };
  const { projectId, worktree, startedIn } = home;
  const { head, branch } = await ctx.workspace.locate(worktree);
  return { projectId, worktree, startedIn, gitHead: head, gitBranch: branch };
}

/** The session that determines the location. A restarted client may be in another directory. */
function findHome(
  event: AgentEvent,
  known?: SessionSummary,
  parent?: SessionSummary,
): SessionSummary | undefined {
  if (event.kind !== "session_start") return known;
  if (event.source === "compact") return known ?? parent;
  return event.source === "clear" ? parent : undefined;
}

/** After `/clear` or a fork, and sometimes after a compaction, the same client process continues with a new native id. */
async function findParent(
  store: SessionStorage,
  event: AgentEvent,
  process: Process,
): Promise<SessionSummary | undefined> {
  const reason = parentReason(event);
  if (!reason || process.pid === null) return undefined;
  const recent = await store.listSessions({ agent: event.agent, limit: 50 });
  const before = recent.filter(({ pid, pidStart }) => pid === process.pid && pidStart === process.pidStart);
  return reason === "clear" || reason === "fork" ? before[0] : findGoingOn(before, event);
}

/**
 * The conversation that goes on under another id: it is open, and the only one of the process in this directory. One
 * process can hold several, and a person can open an old conversation instead.
 */
function findGoingOn(before: readonly SessionSummary[], { cwd }: AgentEvent): SessionSummary | undefined {
  const [open, another] = before.filter((session) => session.endedAt === null && session.cwd === cwd);
  return another === undefined ? open : undefined;
}

function parentReason(event: AgentEvent): Exclude<StartSource, "startup"> | null {
  return event.kind === "session_start" && event.source !== "startup" ? event.source : null;
}

/**
 * The start time tells processes apart, since ids are reused: in a container, a client that is started again often has
 * the same one.
 */
function resolveProcess(ctx: TrackingDeps, event: AgentEvent, base: SessionSummary): Process {
  const isSame = event.pid === base.pid && event.kind !== "session_start";
  if (event.pid === undefined || isSame) return { pid: base.pid, pidStart: base.pidStart };
  return { pid: event.pid, pidStart: ctx.processes.startTime(event.pid) ?? "gone" };
}
