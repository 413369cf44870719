import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import type { Context } from "../../kernel/context.ts";
import type { RemoteEntry } from "../../kernel/ports/remotes.ts";
import type { Project, SessionSummary } from "../../kernel/record.ts";
import { writeBundle } from "../bundle/bundle-file.ts";
import { collectLines } from "../collect-lines.ts";
import { emptyTally } from "../transfer.ts";
import { offerKeyCheck } from "./key-check.ts";
import { PART_VERSION, sealHead } from "./part-head.ts";
import { lockOf } from "./remote-keys.ts";
import { type SessionEdits, sessionEdits } from "./session-edits.ts";
import type { SyncState } from "./sync-state.ts";
import type { OpenRemote } from "./with-remote.ts";
import { withdrawSessions } from "./withdraw-sessions.ts";

/** What a broken connection costs at most, in sessions. */
const BATCH = 10;

interface PushInput {
  project: Project;
  sessions: readonly SessionSummary[];
  /** A person named them, so they are pushed even if their changes came from elsewhere. */
  isNamed: boolean;
  withFiles: boolean;
}

/** A session with changes that the remote does not have. */
interface OutgoingSession {
  session: SessionSummary;
  name: string;
  known: SessionEdits;
  files: boolean;
}

export interface PushResult {
  pushed: { session: SessionSummary; bytes: number; files: boolean }[];
  unchanged: number;
  /** Sessions that were deleted from the remote. */
  deleted: number;
}

/**
 * Pushes the sessions with changes of this machine that the remote does not have, each to a ref of its own. Only this
 * machine writes to that, so nothing conflicts.
 */
export async function pushSessions(
  ctx: Context,
  remote: OpenRemote,
  pushing: PushInput,
): Promise<PushResult> {
  const there = await remote.link.list();
  await offerKeyCheck(remote.link, there, lockOf(remote.settings));
  const { sessions, deleted, ...withdrawn } = await withdrawSessions(ctx, remote, { there, ...pushing });
  let { state } = withdrawn;
  const outgoing = await findOutgoing(ctx, { ...remote, state }, { ...pushing, sessions, there });
  const done: PushResult = { pushed: [], unchanged: sessions.length - outgoing.length, deleted };
  for (let at = 0; at < outgoing.length; at += BATCH) {
    const batch = outgoing.slice(at, at + BATCH);
    const parts = [];
    for (const each of batch) {
      const part = await writePart(ctx, { remote, project: pushing.project, outgoing: each });
      parts.push(part);
      done.pushed.push({ session: each.session, bytes: part.bytes, files: each.files });
    }
    const entries = await remote.link.put(parts);
    state = withPushed(state, batch, { versions: entries.map(({ version }) => version), ...remote });
    remote.save(state);
  }
  return done;
}

async function findOutgoing(
  ctx: Context,
  { state, machine }: OpenRemote,
  { sessions, isNamed, withFiles, there }: PushInput & { there: readonly RemoteEntry[] },
): Promise<OutgoingSession[]> {
  const versions = new Map(there.map(({ name, version }) => [name, version]));
  const outgoing: OutgoingSession[] = [];
  for (const session of sessions) {
    const found = await sessionEdits(ctx, session, { state, machine });
    const own = found.edits[machine] ?? (isNamed ? 1 : 0);
    const name = `sessions/${machine}/${session.id}`;
    const before = state.pushed[name];
    const files = withFiles || before?.files === true;
    const wanted = { version: versions.get(name), edits: own, files };
    if (own === 0 || isDeepStrictEqual(before, wanted)) continue;
    outgoing.push({ session, name, files, known: { ...found, edits: { ...found.edits, [machine]: own } } });
  }
  return outgoing;
}

async function writePart(
  ctx: Context,
  { remote, project, outgoing }: { remote: OpenRemote; project: Project; outgoing: OutgoingSession },
) {
  const { session, name, known, files } = outgoing;
  const { remotes, rootCommit } = await ctx.workspace.identify(session.worktree);
  const origin = { name: project.name, remotes: [...remotes], rootCommit };
  const lock = lockOf(remote.settings);
  const content = join(remote.link.directory, session.id);
  const collected = {
    machine: ctx.machine,
    project: { id: project.id, root: project.root, ...origin },
    sessions: [session],
    withFiles: files,
  };
  const bytes = await writeBundle(content, collectLines(ctx, collected, emptyTally()), lock);
  const { lastSeenAt, promptCount } = session;
  const head = {
    version: PART_VERSION,
    session: session.id,
    machine: ctx.machine,
    edits: known.edits,
    lastSeenAt,
    promptCount,
    project: origin,
  };
  return { name, head: await sealHead(head, lock), content, bytes };
}

function withPushed(
  state: SyncState,
  batch: readonly OutgoingSession[],
  { versions, machine }: { versions: readonly string[]; machine: string },
): SyncState {
  const pushed = batch.map(({ name, known, files }, index) => [
    name,
    { version: versions[index] ?? "", edits: known.edits[machine] ?? 0, files },
  ]);
  const sessions = batch.map(({ session, known }) => [session.id, known]);
  return {
    ...state,
    pushed: { ...state.pushed, ...Object.fromEntries(pushed) },
    sessions: { ...state.sessions, ...Object.fromEntries(sessions) },
  };
}
