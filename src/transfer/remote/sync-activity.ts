import { join } from "node:path";
import * as z from "zod";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import { namesIn } from "../../files/read-small-file.ts";
import type { Context } from "../../kernel/context.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { remoteDirectory } from "./project-remote.ts";

const FILE = "activity.json";

const SyncActivity = z.object({
  projectRoot: z.string().nullable().default(null),
  pushedAt: z.number().nullable().default(null),
  pulledAt: z.number().nullable().default(null),
  /** The automatic pushes that failed since one succeeded, and why the last one did, with what to do. */
  failure: z.object({ at: z.number(), count: z.number(), reason: z.string() }).nullable().default(null),
});
/** When this machine pushed and pulled a project. Losing it costs nothing but what `status` and `doctor` say. */
export type SyncActivity = z.infer<typeof SyncActivity>;

type ActivityDeps = Pick<Context, "paths">;

export function readSyncActivity(ctx: ActivityDeps, projectRoot: string): SyncActivity {
  return readActivity(fileOf(ctx, projectRoot)) ?? SyncActivity.parse({});
}

/** What is known of all projects of this machine that were pushed or pulled, or whose automatic pushes fail. */
export function listSyncActivities({ paths }: ActivityDeps): SyncActivity[] {
  return namesIn(paths.remotes).flatMap((name) => readActivity(join(paths.remotes, name, FILE)) ?? []);
}

function readActivity(file: string): SyncActivity | undefined {
  const text = readOwnFile(file);
  return SyncActivity.safeParse(text === undefined ? undefined : tryParseJson(text)).data;
}

export function noteSyncActivity(
  ctx: ActivityDeps,
  projectRoot: string,
  change: Partial<Omit<SyncActivity, "projectRoot">>,
): void {
  const activity = { ...readSyncActivity(ctx, projectRoot), ...change, projectRoot };
  ensurePrivateDirectory(remoteDirectory(ctx, projectRoot));
  writeOwnFile(fileOf(ctx, projectRoot), JSON.stringify(activity));
}

function fileOf(ctx: ActivityDeps, projectRoot: string): string {
  return join(remoteDirectory(ctx, projectRoot), FILE);
}
