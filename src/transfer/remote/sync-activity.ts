import { join } from "node:path";
import * as z from "zod";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import type { Context } from "../../kernel/context.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { remoteDirectory } from "./project-remote.ts";

const SyncActivity = z.object({
  pushedAt: z.number().nullable().default(null),
  pulledAt: z.number().nullable().default(null),
  /** The automatic pushes that failed since one succeeded, and why the last one did, with what to do. */
  failure: z.object({ at: z.number(), count: z.number(), reason: z.string() }).nullable().default(null),
});
/** When this machine pushed and pulled a project. Losing it costs nothing but what `status` and `doctor` say. */
export type SyncActivity = z.infer<typeof SyncActivity>;

type ActivityDeps = Pick<Context, "paths">;

export function readSyncActivity(ctx: ActivityDeps, projectRoot: string): SyncActivity {
  const text = readOwnFile(fileOf(ctx, projectRoot));
  const read = SyncActivity.safeParse(text === undefined ? undefined : tryParseJson(text));
  return read.success ? read.data : SyncActivity.parse({});
}

export function noteSyncActivity(
  ctx: ActivityDeps,
  projectRoot: string,
  change: Partial<SyncActivity>,
): void {
  const activity = { ...readSyncActivity(ctx, projectRoot), ...change };
  ensurePrivateDirectory(remoteDirectory(ctx, projectRoot));
  writeOwnFile(fileOf(ctx, projectRoot), JSON.stringify(activity));
}

function fileOf(ctx: ActivityDeps, projectRoot: string): string {
  return join(remoteDirectory(ctx, projectRoot), "activity.json");
}
