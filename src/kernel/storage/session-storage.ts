import type { AgentName } from "../agent/agent-event.ts";
import type { Capture } from "../capture.ts";
import type { OutlineExtent } from "../outline.ts";
import type { Session, SessionSummary } from "../record.ts";

export interface SessionFilter {
  projectId?: string | readonly string[] | undefined;
  /** Only sessions that ran last on this machine. */
  host?: string | undefined;
  worktree?: string | undefined;
  agent?: AgentName | undefined;
  seenSince?: number | undefined;
  /** Only sessions that were started at or before this time. */
  startedUntil?: number | undefined;
  /** Only sessions with at least one prompt. */
  prompted?: boolean | undefined;
  /**
   * Only sessions whose capture may contain all these words, ignoring case. A filter for speed: the caller checks the
   * captures.
   */
  words?: readonly string[] | undefined;
  /** Continues after this session (last seen first). */
  after?: Pick<SessionSummary, "lastSeenAt" | "id"> | undefined;
  /** Only sessions whose client Holdfast launched. */
  launched?: boolean | undefined;
  limit: number;
}

/** The session that another one continues, and how. */
export interface SessionParent extends Pick<SessionSummary, "id" | "agent" | "nativeId"> {
  reason: NonNullable<SessionSummary["parentReason"]>;
}

/** The sessions. They are found by our id or by any native id that they ever had. */
export interface SessionStorage {
  getSession(id: string): Promise<Session | undefined>;
  findSession(agent: AgentName, nativeId: string): Promise<Session | undefined>;
  /** Lists sessions without their captures, which are long; `getSession` reads a capture. */
  listSessions(filter: SessionFilter): Promise<SessionSummary[]>;
  /** Reads sessions with their captures in one query. Those that do not exist are omitted. */
  getSessions(ids: readonly string[]): Promise<Map<string, Session>>;
  /** Maps session ids to the parts of their captures that lists show; the other parts are empty. Unknown ids are omitted. */
  listOutlines(ids: readonly string[], extent: OutlineExtent): Promise<Map<string, Capture>>;
  /** Maps session ids to native ids. Sessions that do not exist are omitted. */
  nativeIds(ids: readonly string[]): Promise<Map<string, string>>;
  /** Maps session ids to the sessions that they continue. Sessions that continue none are omitted. */
  listParents(ids: readonly string[]): Promise<Map<string, SessionParent>>;
  /**
   * The current revision of a session; undefined if it does not exist. A cheap way to check whether a copy is current.
   */
  sessionRevision(id: string): Promise<number | undefined>;
  /**
   * Inserts or replaces a session by id, and records `nativeId` as an alias of it. Returns false if someone else has
   * written the session since it was read (`revision`), or has already used the native id of a new one. The transaction
   * must then be rolled back.
   */
  replaceSession(session: Session): Promise<boolean>;
}
