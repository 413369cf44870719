import { createReadStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { hasSessionFile } from "../../files/has-session-file.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Project, SessionSummary } from "../../kernel/record.ts";
import { MAX_PIECE, type PartInfo } from "../../kernel/storage/sharing-storage.ts";
import { noteKeptSessions, readDeletedSessions } from "../../sessions/deleted-sessions.ts";
import { isLive } from "../../sessions/is-live.ts";
import { listClones } from "../../sessions/list-clones.ts";
import { shortSessionId } from "../../text/short-session-id.ts";
import { writeBundle } from "../bundle/bundle-file.ts";
import { collectLines } from "../collect-lines.ts";
import { isWithdrawn } from "../remote/is-withdrawn.ts";
import type { PushResult } from "../remote/push-sessions.ts";
import { fingerprintOf } from "../remote/session-edits.ts";
import { emptyTally } from "../transfer.ts";
import { inSharedDirectory, MOST_PIECES } from "./sharing.ts";

interface PushInput {
  project: Project;
  host: string;
  sessions: readonly SessionSummary[];
  withFiles: boolean;
}

/**
 * Puts the conversations of sessions of this machine, and with `withFiles` their files, into the shared database. The records
 * are there already. Each machine has parts of its own, so nothing conflicts, and a part is replaced as a whole.
 */
export async function pushParts(ctx: Context, pushing: PushInput): Promise<PushResult> {
  const { project, host } = pushing;
  // Other machines recognize the project by this.
  await listClones(ctx, await ctx.workspace.locate(ctx.caller.cwd));
  return await inSharedDirectory(ctx, project.root, async (directory) => {
    const own = pushing.sessions.filter((session) => isOfHost(session, host));
    const { staying, deleted } = await withdraw(ctx, own, host);
    const outgoing = await findChanged(ctx.store, staying, pushing);
    const done: PushResult = { pushed: [], unchanged: staying.length - outgoing.length, deleted };
    const tooLarge: string[] = [];
    for (const each of outgoing) {
      const bytes = await pushPart(ctx, each, { directory, project });
      const { session, files } = each;
      if (bytes === undefined) tooLarge.push(shortSessionId(session.nativeId));
      else done.pushed.push({ session, bytes, files: files === 1 });
    }
    if (tooLarge.length > 0) throw tooLargeFor(tooLarge);
    return done;
  });
}

/** Of these sessions, those of this machine of which the database does not have everything. */
export async function findUnshared(
  ctx: Pick<Context, "store" | "paths">,
  sessions: readonly SessionSummary[],
  host: string,
): Promise<SessionSummary[]> {
  const deleted = readDeletedSessions(ctx);
  const own: SessionSummary[] = [];
  for (const session of sessions)
    if (isOfHost(session, host) && !(await isWithdrawn(ctx, session, deleted))) own.push(session);
  return (await findChanged(ctx.store, own, { host, withFiles: false })).map(({ session }) => session);
}

/** The host of a session from before machines shared the database is the one that has its conversation. */
function isOfHost({ host, transcriptPath }: SessionSummary, own: string): boolean {
  return host === null ? transcriptPath !== null && hasSessionFile(transcriptPath) : host === own;
}

async function withdraw(ctx: Context, sessions: readonly SessionSummary[], host: string) {
  const deleted = readDeletedSessions(ctx);
  const staying: SessionSummary[] = [];
  for (const session of sessions) if (!(await isWithdrawn(ctx, session, deleted))) staying.push(session);
  const kept = new Set(staying.map(({ id }) => id));
  noteKeptSessions(ctx, [...kept]);
  const gone = [...sessions.map(({ id }) => id), ...deleted].filter((id) => !kept.has(id));
  return { staying, deleted: await ctx.store.deleteParts(host, [...new Set(gone)]) };
}

interface OutgoingSession extends Pick<PartInfo, "host" | "version" | "files"> {
  session: SessionSummary;
}

/** The sessions of which the database does not have everything. What was pushed with files once is so again. */
async function findChanged(
  store: Context["store"],
  sessions: readonly SessionSummary[],
  { host, withFiles }: { host: string; withFiles: boolean },
): Promise<OutgoingSession[]> {
  const parts = await store.listParts(sessions.map(({ id }) => id));
  const known = new Map(parts.filter((part) => part.host === host).map((part) => [part.sessionId, part]));
  const changed: OutgoingSession[] = [];
  for (const session of sessions) {
    const before = known.get(session.id);
    const version = await fingerprintOf(store, session);
    const files = withFiles || before?.files === 1 ? 1 : 0;
    if (before?.version !== version || before.files !== files)
      changed.push({ session, host, version, files });
  }
  return changed;
}

/** Returns the size; undefined if it is too large, and the part stays as it was. */
async function pushPart(
  ctx: Context,
  { session, host, version, files }: OutgoingSession,
  { directory, project }: { directory: string; project: Project },
): Promise<number | undefined> {
  const file = join(directory, "outgoing.holdfast");
  await rm(file, { force: true });
  try {
    await endIfDead(ctx, session);
    const origin = { id: project.id, name: project.name, root: project.root, remotes: [], rootCommit: null };
    const collected = {
      machine: ctx.machine,
      project: origin,
      sessions: [session],
      withFiles: files === 1,
      withRecord: false,
    };
    const bytes = await writeBundle(file, collectLines(ctx, collected, emptyTally()), undefined);
    if (bytes > MOST_PIECES * MAX_PIECE) return undefined;
    const part = { sessionId: session.id, host, machine: ctx.machine, version, files };
    await ctx.store.putPart(part, createReadStream(file, { highWaterMark: MAX_PIECE }));
    return bytes;
  } finally {
    await rm(file, { force: true });
  }
}

/** Other machines cannot look for its process, and would wait for ten minutes. */
async function endIfDead(ctx: Context, session: SessionSummary): Promise<void> {
  if (session.endedAt !== null || isLive(session, { ...ctx, now: ctx.clock(), asking: { pid: null } }))
    return;
  const stored = await ctx.store.getSession(session.id);
  // If it goes on at this moment, it is not replaced.
  if (stored?.revision === session.revision)
    await ctx.store.replaceSession({ ...stored, endedAt: stored.lastSeenAt, endReason: "lost" });
}

function tooLargeFor(ids: readonly string[]): HoldfastError {
  return new HoldfastError(
    "invalid_input",
    `Sessions that are too large for the database were not pushed: ${ids.join(", ")}.`,
    { next: "Take them along in a bundle: `holdfast export <session>`." },
  );
}
