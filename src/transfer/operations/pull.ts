import * as z from "zod";
import { defineOperation, flag } from "../../kernel/operation.ts";
import { shortSessionId } from "../../text/short-session-id.ts";
import { pullParts } from "../database/pull-parts.ts";
import { SHARED, sharingHost } from "../database/sharing.ts";
import { RECEIVED } from "../remote/compare-part.ts";
import { requireRemote } from "../remote/project-remote.ts";
import { pullSessions } from "../remote/pull-sessions.ts";
import type { ReceivedPart } from "../remote/receive-part.ts";
import { noteSyncActivity } from "../remote/sync-activity.ts";
import { withRemote } from "../remote/with-remote.ts";

export const pull = defineOperation({
  name: "pull",
  group: "sessions",
  summary: "Take over sessions that other machines pushed",
  readOnly: false,
  input: z.object({ dryRun: flag("Only show what would be taken over") }),
  output: z.object({
    dryRun: z.boolean(),
    remote: z.string(),
    directory: z.string(),
    sessions: z.array(
      z.object({
        id: z.string(),
        title: z.string(),
        agent: z.string(),
        machine: z.string(),
        lastActivityAt: z.string(),
        /** What happened to it; see `RECEIVED`. */
        state: z.enum(RECEIVED),
        /** The session here beside which it is a fork. */
        forkOf: z.string().nullable(),
      }),
    ),
    /** What was not here yet. */
    checkpoints: z.number(),
    conversations: z.number(),
    notes: z.number(),
    snapshots: z.number(),
    /** The files that came with sessions, which `restore` brings into the tree. */
    files: z.array(z.object({ id: z.string(), snapshot: z.string() })),
    warnings: z.array(z.string()),
  }),
  async run(ctx, { dryRun }) {
    const location = await ctx.workspace.locate(ctx.caller.cwd);
    const isShared = sharingHost(ctx, location.projectRoot) !== undefined;
    const settings = isShared ? undefined : requireRemote(ctx, location.projectRoot);
    const { parts, warnings } = settings
      ? await withRemote(ctx, settings, (remote) => pullSessions(ctx, remote, { location, dryRun }))
      : await pullParts(ctx, { location, dryRun });
    if (!dryRun) noteSyncActivity(ctx, location.projectRoot, { pulledAt: ctx.clock() });
    const total = (field: "checkpoints" | "conversations" | "notes" | "snapshots") =>
      parts.reduce((sum, part) => sum + part[field], 0);
    return {
      dryRun,
      remote: settings?.url ?? SHARED,
      directory: location.worktree,
      sessions: parts.filter(({ sessionId }) => sessionId !== null).map(viewOf),
      checkpoints: total("checkpoints"),
      conversations: total("conversations"),
      notes: total("notes"),
      snapshots: total("snapshots"),
      files: parts.flatMap(({ nativeId, files }) =>
        files.map(({ snapshot }) => ({ id: shortSessionId(nativeId), snapshot })),
      ),
      warnings,
    };
  },
});

function viewOf({ nativeId, title, agent, machine, lastSeenAt, state, forkOf }: ReceivedPart) {
  return {
    id: shortSessionId(nativeId),
    title,
    agent,
    machine,
    lastActivityAt: new Date(lastSeenAt).toISOString(),
    state,
    forkOf: forkOf === null ? null : shortSessionId(forkOf),
  };
}
