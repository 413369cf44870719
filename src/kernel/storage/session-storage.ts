import type { AgentName } from "../agent/agent-event.ts";
import type { Session, SessionSummary } from "../record.ts";

export interface SessionFilter {
  projectId?: string;
  worktree?: string;
  agent?: AgentName;
  seenSince?: number;
  /** Continue after this one (last seen first). */
  after?: Pick<SessionSummary, "lastSeenAt" | "id">;
  /** Only those whose client Holdfast started. */
  launched?: boolean;
  limit: number;
}

/** The session that another one continues, and how. */
export interface SessionParent extends Pick<SessionSummary, "id" | "agent" | "nativeId"> {
  reason: NonNullable<SessionSummary["parentReason"]>;
}

/** Sessions, found by our id or by any native id they ever had. */
export interface SessionStorage {
  getSession(id: string): Promise<Session | undefined>;
  findSession(agent: AgentName, nativeId: string): Promise<Session | undefined>;
  /** Without their captures: those are long, and one is read by its id. */
  listSessions(filter: SessionFilter): Promise<SessionSummary[]>;
  /** The agents' own ids of these sessions, by ours. One that does not exist is left out. */
  nativeIds(ids: readonly string[]): Promise<Map<string, string>>;
  /** Which session each of these continues, by the id of the one that continues it. Those that continue none are left out. */
  listParents(ids: readonly string[]): Promise<Map<string, SessionParent>>;
  /** How often a session was written; undefined for none. A cheap way to see whether one that was read is still current. */
  sessionRevision(id: string): Promise<number | undefined>;
  /**
   * Inserts or replaces by id, and records `nativeId` as an alias of the session. False, and nothing to be relied on is written,
   * when someone else wrote it since it was read (`revision`), or for a new one was first to use its native id.
   */
  replaceSession(session: Session): Promise<boolean>;
}
