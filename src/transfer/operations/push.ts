import * as z from "zod";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { awaitRequests } from "../../snapshots/await-requests.ts";
import { shortSessionId } from "../../text/short-session-id.ts";
import { chooseSessions } from "../choose-sessions.ts";
import { pushParts } from "../database/push-parts.ts";
import { SHARED, sharingHost } from "../database/sharing.ts";
import { findProject } from "../find-project.ts";
import { hasRuns } from "../has-runs.ts";
import { requireRemote } from "../remote/project-remote.ts";
import { pushSessions } from "../remote/push-sessions.ts";
import { noteSyncActivity } from "../remote/sync-activity.ts";
import { withRemote } from "../remote/with-remote.ts";

export const push = defineOperation({
  name: "push",
  group: "sessions",
  summary: "Push sessions to this project's remote",
  positional: ["sessions"],
  readOnly: false,
  input: z.object({
    sessions: z
      .array(z.string().max(128))
      .max(1_000)
      .default([])
      .describe("Session ids (default: all sessions of this project)"),
    files: flag("Also the files as each session had them last"),
  }),
  output: z.object({
    remote: z.string(),
    /** False for a shared database, which has the records as they are. */
    encrypted: z.boolean(),
    project: z.string(),
    pushed: z.array(z.object({ id: z.string(), agent: z.string(), bytes: z.number() })),
    /** Sessions of which the remote has everything. */
    unchanged: z.number(),
    /** Sessions that were deleted from it, since they were deleted or excluded here, or expired. */
    deleted: z.number(),
    /** Sessions were pushed without their files. */
    filesStay: z.boolean(),
    /** The project has workflow runs, which are not pushed. */
    runsStay: z.boolean(),
  }),
  async run(ctx, { sessions: ids, files: withFiles }) {
    const project = await findProject(ctx);
    const host = sharingHost(ctx, project.root);
    const settings = host === undefined ? requireRemote(ctx, project.root) : undefined;
    const chosen = new Map<string, SessionSummary>();
    for (const session of ids.length === 0 ? [undefined] : ids)
      for (const each of await chooseSessions(ctx, project, { session, from: undefined }))
        chosen.set(each.id, each);
    const sessions = [...chosen.values()].filter(({ projectId }) => projectId === project.id);
    if (withFiles) await awaitRequests(ctx);
    const pushing = { project, sessions, isNamed: ids.length > 0, withFiles };
    const { pushed, unchanged, deleted } = settings
      ? await withRemote(ctx, settings, (remote) => pushSessions(ctx, remote, pushing))
      : await pushParts(ctx, { ...pushing, host: host ?? "" });
    noteSyncActivity(ctx, project.root, { pushedAt: ctx.clock(), failure: null });
    return {
      remote: settings?.url ?? SHARED,
      encrypted: settings !== undefined,
      project: project.name,
      unchanged,
      deleted,
      filesStay: pushed.some(({ files }) => !files),
      runsStay: await hasRuns(ctx, project),
      pushed: pushed.map(({ session: { nativeId, agent }, bytes }) => ({
        id: shortSessionId(nativeId),
        agent,
        bytes,
      })),
    };
  },
});
