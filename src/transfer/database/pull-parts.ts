import { existsSync } from "node:fs";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { GitLocation } from "../../kernel/ports/workspace.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import type { PartInfo } from "../../kernel/storage/sharing-storage.ts";
import { workTitle } from "../../recovery/record/work-title.ts";
import { allSessions } from "../../sessions/all-sessions.ts";
import { isElsewhere } from "../../sessions/is-elsewhere.ts";
import { isLive } from "../../sessions/is-live.ts";
import { listClones } from "../../sessions/list-clones.ts";
import { describeUntouched } from "../import-lines.ts";
import type { PullResult } from "../remote/pull-sessions.ts";
import { readSyncState, writeSyncState } from "../remote/sync-state.ts";
import { emptyTally } from "../transfer.ts";
import { type BringResult, bringConversation, damagedPart } from "./bring-conversation.ts";
import { inSharedDirectory } from "./sharing.ts";

interface PullInput {
  location: GitLocation;
  dryRun: boolean;
}

interface IncomingSession {
  session: SessionSummary;
  part: PartInfo;
}

/** Brings the conversations and files that other machines put into the shared database and that were not read yet. */
export async function pullParts(ctx: Context, { location, dryRun }: PullInput): Promise<PullResult> {
  return await inSharedDirectory(ctx, location.projectRoot, async (directory) => {
    const done: PullResult = { parts: [], warnings: [] };
    let state = readSyncState(directory);
    for (const { session, part } of await findIncoming(ctx, location)) {
      const name = `${part.host}/${session.id}`;
      if (state.pulled[name] === part.version) continue;
      const isRunning = isLive(session, { ...ctx, now: ctx.clock(), asking: { pid: null } });
      if (isRunning) done.warnings.push(describeUntouched("running", session.nativeId) ?? "");
      const how = isRunning ? "running" : "new";
      if (dryRun || isRunning) {
        done.parts.push(await viewOf(ctx, { session, part }, how, NOTHING));
        continue;
      }
      const brought = await bringConversation(ctx, {
        session,
        part,
        location,
        directory,
        again: "pull",
      }).catch((error: unknown) => {
        done.warnings.push(damagedPart(error, session, part.machine).message);
        return undefined;
      });
      if (!brought) continue;
      done.warnings.push(...brought.warnings);
      done.parts.push(await viewOf(ctx, { session, part }, how, brought));
      if (brought.isWaiting) continue;
      state = { ...state, pulled: { ...state.pulled, [name]: part.version } };
      writeSyncState(directory, state);
    }
    return done;
  });
}

/**
 * Brings what is needed to continue a session of another machine here, and returns it as it is here. A session of this machine
 * is returned as it is. Throws `conflict` if it is of a project that the caller's directory has no clone of.
 */
export async function bringSession<S extends SessionSummary>(
  ctx: Context,
  session: S,
): Promise<{ session: S; warnings: string[] }> {
  const unchanged = { session, warnings: [] };
  if (!isElsewhere(session, ctx.processes)) return unchanged;
  const { worktree } = session;
  const location = await ctx.workspace.locate(existsSync(worktree) ? worktree : ctx.caller.cwd);
  if (session.worktree !== location.worktree) throw notHere(session);
  if (isLive(session, { ...ctx, now: ctx.clock(), asking: { pid: null } })) return unchanged;
  const part = (await ctx.store.listParts([session.id])).find(({ host }) => host === session.host);
  if (!part) return unchanged;
  const { transcriptPath, warnings } = await inSharedDirectory(ctx, location.projectRoot, (directory) =>
    bringConversation(ctx, { session, part, location, directory, again: "continue" }),
  ).catch((error: unknown) => {
    throw damagedPart(error, session, part.machine);
  });
  return { session: { ...session, transcriptPath }, warnings };
}

/** What the machine put there on which each session ran last. */
async function findIncoming(ctx: Context, location: GitLocation): Promise<IncomingSession[]> {
  const { ids } = await listClones(ctx, location);
  const sessions = new Map<string, SessionSummary>();
  if (ids.length > 0)
    for await (const session of allSessions(ctx.store, { projectId: ids, prompted: true }))
      if (isElsewhere(session, ctx.processes) && session.dismissedAt === null)
        sessions.set(session.id, session);
  const parts = await ctx.store.listParts([...sessions.keys()]);
  return parts.flatMap((part) => {
    const session = sessions.get(part.sessionId);
    return session && session.host === part.host ? [{ session, part }] : [];
  });
}

const NOTHING: BringResult = {
  transcriptPath: null,
  isNew: false,
  files: [],
  snapshots: 0,
  isWaiting: false,
  warnings: [],
};

async function viewOf(
  ctx: Context,
  { session, part: { machine } }: IncomingSession,
  state: "new" | "running",
  { isNew, snapshots, files, warnings }: BringResult,
): Promise<PullResult["parts"][number]> {
  const { id, nativeId, agent, lastSeenAt } = session;
  const capture = (await ctx.store.getSession(id))?.capture;
  return {
    ...emptyTally(),
    machine,
    sessionId: id,
    nativeId,
    forkOf: null,
    agent,
    title: capture ? ctx.redactor.text(workTitle(capture)) : "",
    lastSeenAt,
    state,
    conversations: isNew ? 1 : 0,
    snapshots,
    files,
    missing: [],
    warnings,
  };
}

function notHere({ nativeId, worktree }: SessionSummary): HoldfastError {
  return new HoldfastError(
    "conflict",
    `Session ${nativeId} ran in ${worktree} on another machine, and this directory is no clone of that project.`,
    { next: "Run it in your clone of the project." },
  );
}
