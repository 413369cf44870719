import { existsSync } from "node:fs";
import { homedir } from "node:os";
import { join, resolve } from "node:path";
import { type HookReply, send } from "../send.ts";
import type { OpenCodeInput, OpenCodeMessage } from "./client.ts";

/** The state of a session of this process. */
export interface OpenSession {
  id: string;
  cwd: string;
  /** Context for the model, until a prompt keeps it. */
  held: string[];
  isStarted: boolean;
  /** Whether the last stop was answered with a request to continue. */
  hasContinued: boolean;
}

export interface OpenSessions {
  /** Opens a session at its first event. Undefined for a subagent's session. */
  open(id: string): Promise<OpenSession | undefined>;
  /** The session, if it was opened. */
  find(id: string | undefined): Promise<OpenSession | undefined>;
  all(): Promise<OpenSession[]>;
  messagesOf(session: OpenSession): Promise<OpenCodeMessage[]>;
  /** Keeps the context of a reply and shows its notice. */
  accept(session: OpenSession, reply: HookReply): void;
  showToast(message: string, variant: "info" | "warning"): Promise<unknown>;
}

export function createSessions({ client, directory }: OpenCodeInput): OpenSessions {
  const sessions = new Map<string, Promise<OpenSession | undefined>>();
  const create = async (id: string): Promise<OpenSession | undefined> => {
    const info = (await answerOf(client.session.get({ path: { id } }))) ?? {};
    if (info.parentID) return undefined;
    return { id, cwd: info.directory ?? directory, held: [], isStarted: false, hasContinued: false };
  };
  const open = (id: string) => {
    const opened = sessions.get(id) ?? create(id);
    sessions.set(id, opened);
    return opened;
  };
  const showToast = (message: string, variant: "info" | "warning") =>
    answerOf(client.tui.showToast({ body: { message, variant } }));
  return {
    open,
    find: async (id) => (id === undefined ? undefined : await sessions.get(id)),
    all: async () => (await Promise.all(sessions.values())).flatMap((session) => session ?? []),
    messagesOf: async ({ id }) => (await answerOf(client.session.messages({ path: { id } }))) ?? [],
    accept(session, { context, notice }) {
      if (context) session.held.push(context);
      if (notice) void showToast(notice, "info");
    },
    showToast,
  };
}

/** What the client answers; undefined if it fails. */
export async function answerOf<T>(request: Promise<{ data?: T }>): Promise<T | undefined> {
  try {
    return (await request).data;
  } catch {
    return undefined;
  }
}

/** Reports an event of a session. */
export function report(session: OpenSession, event: string, fields: object = {}): Promise<HookReply> {
  const { id, cwd } = session;
  const database = databaseFile();
  const transcript_path = existsSync(database) ? join(database, id) : null;
  return send(event, { session_id: id, cwd, transcript_path, ...fields });
}

function databaseFile(): string {
  const data = process.env["XDG_DATA_HOME"] || join(homedir(), ".local", "share");
  return resolve(data, "opencode", process.env["OPENCODE_DB"] || "opencode.db");
}
