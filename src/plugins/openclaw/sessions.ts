import { existsSync } from "node:fs";
import { join } from "node:path";
import type { HookReply } from "../send.ts";
import type { OpenClawSessionKey } from "./client.ts";
import { databaseOf } from "./database.ts";

/** A session of this process. */
export interface OpenClawSession {
  /** The id of the conversation, which is not that of the session after a reset. */
  id: string;
  /** What the session began with. The client does not store it, so each turn gets it again. */
  record: string;
  /** The reply to the newest prompt. */
  reply: Promise<HookReply>;
  /** Identifies the newest prompt. */
  asked?: unknown;
  isStarted?: boolean;
  /** The fields of its events, for its end. */
  about?: EventFields;
  /** In the hook pack: the report of its start, and how often it was tried. */
  begun?: Promise<void> | undefined;
  tries?: number;
}

export interface EventFields {
  session_id: string | undefined;
  cwd: string;
  transcript_path: string | null;
}

interface Known {
  sessions: Map<string, OpenClawSession>;
  /** The ids of those that a person began with `/new`. */
  begunAnew: Set<string>;
}

const KEY = Symbol.for("holdfast.openclaw");

/** The sessions of this process. Global, because the client loads the plugin more than once. */
export function knownSessions(): Known {
  const shared = globalThis as { [KEY]?: Known };
  shared[KEY] ??= { sessions: new Map(), begunAnew: new Set() };
  return shared[KEY];
}

/** Conversations without a person. Their findings come back in the result of a call. */
const NOT_A_PERSONS = /:(?:subagent|cron|acp|hook)(?::|$)/;

export function sessionOf({
  sessionId: id,
  sessionKey = "",
}: OpenClawSessionKey): OpenClawSession | undefined {
  if (!id || NOT_A_PERSONS.test(sessionKey)) return undefined;
  const { sessions } = knownSessions();
  const session = sessions.get(id) ?? { id, record: "", reply: Promise.resolve({}) };
  sessions.set(id, session);
  return session;
}

/** The fields of every event. */
export function about(ctx: OpenClawSessionKey): EventFields {
  const { sessionId = "", workspaceDir = process.cwd() } = ctx;
  const id = knownSessions().sessions.get(sessionId)?.id ?? ctx.sessionId;
  const database = databaseOf(ctx);
  const transcript_path = existsSync(database) && id !== undefined ? join(database, id) : null;
  return { session_id: id, cwd: workspaceDir, transcript_path };
}
