import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import { allSessions } from "../../sessions/all-sessions.ts";
import { listClones } from "../../sessions/list-clones.ts";
import { SHARED, sharingHost } from "../database/sharing.ts";
import { addRemote } from "../remote/add-remote.ts";
import { clearRemote } from "../remote/clear-remote.ts";
import { findRemote, forgetRemote, type ProjectRemote, requireRemote } from "../remote/project-remote.ts";
import { noteSyncActivity } from "../remote/sync-activity.ts";

/** `clear` deletes from the remote what this machine pushed; `remove` forgets the remote here. */
const ACTIONS = z.enum(["show", "add", "remove", "clear"]);

export const remoteOperation = defineOperation({
  name: "remote",
  group: "sessions",
  summary: "Name a Git repository for the sessions",
  positional: ["action", "place"],
  readOnly: false,
  input: z.object({
    action: ACTIONS.default("show").describe("What to do"),
    place: z.string().max(2_000).optional().describe("Repository: git@…, ssh://…, https://…, or a path"),
    recipients: z
      .array(z.string().max(4_096))
      .max(50)
      .default([])
      .describe("Encrypt for the owner of this age key, instead of with a passphrase"),
    identity: z.string().max(4_096).optional().describe("File with your secret key of age, to pull"),
    passphrase: z.string().max(1_000).optional().describe("Passphrase of the remote"),
    yes: flag("Clear the remote; without it, only what would be deleted is shown"),
  }),
  output: z.object({
    action: ACTIONS,
    /** The address; null if the project has no remote. */
    remote: z.string().nullable(),
    /** Whether sessions can be pulled, or only pushed. */
    canPull: z.boolean(),
    recipients: z.array(z.string()),
    addedAt: z.string().nullable(),
    /** How many sessions were deleted from it, or would be. */
    cleared: z.number(),
    /** Whether nothing was deleted, since it was not confirmed. */
    dryRun: z.boolean(),
    /** When it was added: how many sessions of other machines are in it, of all projects. */
    others: z.number(),
  }),
  async run(ctx, { action, yes, ...input }) {
    const { projectRoot } = await ctx.workspace.locate(ctx.caller.cwd);
    const others = action === "add" ? await addRemote(ctx, projectRoot, input) : 0;
    const remote = findRemote(ctx, projectRoot);
    const dryRun = action === "clear" && !yes;
    const host = sharingHost(ctx, projectRoot);
    const cleared = action === "clear" ? await clear(ctx, { projectRoot, host, dryRun }) : 0;
    if (action === "remove" && remote) {
      forgetRemote(ctx, projectRoot);
      noteSyncActivity(ctx, projectRoot, { failure: null });
    }
    const view = viewOf(remote);
    const shared = host !== undefined && (action === "show" || action === "clear");
    return { action, ...view, ...(shared ? { remote: SHARED, canPull: true } : {}), cleared, dryRun, others };
  },
});

/** Deletes what this machine pushed of the project, or only counts it. */
async function clear(
  ctx: Context,
  { projectRoot, host, dryRun }: { projectRoot: string; host: string | undefined; dryRun: boolean },
): Promise<number> {
  if (host === undefined) return await clearRemote(ctx, requireRemote(ctx, projectRoot), { dryRun });
  const { ids: projectId } = await listClones(ctx, await ctx.workspace.locate(ctx.caller.cwd));
  const ids: string[] = [];
  if (projectId.length > 0) for await (const { id } of allSessions(ctx.store, { projectId })) ids.push(id);
  if (!dryRun) return await ctx.store.deleteParts(host, ids);
  return (await ctx.store.listParts(ids)).filter((part) => part.host === host).length;
}

function viewOf(remote: ProjectRemote | undefined) {
  if (!remote) return { remote: null, canPull: false, recipients: [], addedAt: null };
  const { url, key, identity, recipients, addedAt } = remote;
  return {
    remote: url,
    canPull: key !== null || identity !== null,
    recipients,
    addedAt: new Date(addedAt).toISOString(),
  };
}
