import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Remote } from "../kernel/ports/remotes.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { allSessions } from "../sessions/all-sessions.ts";
import { count } from "../text/phrases.ts";
import { findUnshared } from "../transfer/database/push-parts.ts";
import { SHARED, sharingHost } from "../transfer/database/sharing.ts";
import { describeFailedPushes } from "../transfer/describe-failed-pushes.ts";
import { findUnpushed } from "../transfer/remote/find-unpushed.ts";
import { tryKey } from "../transfer/remote/key-check.ts";
import { findRemote, type ProjectRemote } from "../transfer/remote/project-remote.ts";
import { decryptBytes, encryptBytes, keysOf, lockOf } from "../transfer/remote/remote-keys.ts";
import { readSyncActivity } from "../transfer/remote/sync-activity.ts";
import type { CheckResult } from "./finding.ts";

/** Reaches the remote of this project, and tries the key that this machine has. */
export async function checkRemote(ctx: Context): Promise<CheckResult> {
  const { projectRoot } = await ctx.workspace.locate(ctx.caller.cwd);
  const remote = findRemote(ctx, projectRoot);
  if (!remote && sharingHost(ctx, projectRoot) !== undefined)
    return { skipped: "this project has none; its sessions are pushed to the shared database" };
  if (!remote) return { skipped: "this project has none" };
  const link = await ctx.remotes.open(remote.url);
  try {
    if (remote.key !== null || remote.identity !== null) return await checkKey(remote, link);
    await link.list();
    return { skipped: "it can be reached, but without a secret key here nothing in it can be read" };
  } finally {
    link.close();
  }
}

/** Whether the key opens what this machine writes, and what is there. */
async function checkKey(remote: ProjectRemote, link: Remote): Promise<CheckResult> {
  const keys = keysOf(remote);
  try {
    await decryptBytes(await encryptBytes(new Uint8Array(1), lockOf(remote)), keys);
    await tryKey(link, keys);
    return undefined;
  } catch (error) {
    if (!(error instanceof HoldfastError) || error.code !== "unauthorized") throw error;
    return `The key of this machine does not open what is in ${remote.url}. ${ADD_AGAIN}`;
  }
}

const ADD_AGAIN =
  "Run `holdfast remote remove`, then `holdfast remote add` with the passphrase or the keys of that remote.";

/** Fails while automatic pushes of any project do. */
export function checkPushes(ctx: Context): CheckResult {
  if (!ctx.config.sync.auto) return { skipped: "sync.auto is off; `holdfast push` pushes" };
  const failed = describeFailedPushes(ctx);
  return failed.length === 0 ? undefined : failed.join(" ");
}

/** When this project was pushed and pulled, and what was not pushed yet, in one line. */
export async function describeRemote(ctx: Context): Promise<string[]> {
  const { projectRoot } = await ctx.workspace.locate(ctx.caller.cwd);
  const remote = findRemote(ctx, projectRoot);
  const host = sharingHost(ctx, projectRoot);
  if (!remote && host === undefined) return [];
  const { pushedAt, pulledAt } = readSyncActivity(ctx, projectRoot);
  const sessions: SessionSummary[] = [];
  const project = await ctx.store.findProjectByRoot(projectRoot);
  if (project)
    for await (const session of allSessions(ctx.store, { projectId: project.id, prompted: true }))
      sessions.push(session);
  const unpushed =
    host === undefined
      ? await findUnpushed(ctx, projectRoot, sessions)
      : await findUnshared(ctx, sessions, host);
  const left =
    unpushed.length === 0
      ? "nothing waits to be pushed"
      : `${count(unpushed.length, "session")} not pushed yet`;
  const times = `last push ${timeOf(pushedAt)}, last pull ${timeOf(pulledAt)}`;
  return [`${remote?.url ?? SHARED}: ${times}, ${left}`];
}

function timeOf(at: number | null): string {
  return at === null ? "never" : `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
