import * as z from "zod";
import type { Context } from "../kernel/context.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { Session } from "../kernel/record.ts";

/**
 * The session that a call comes from: by the client's process, by its own id, or, for a person at a terminal, the only
 * one that is at work in this worktree. Undefined when nothing is certain.
 */
export async function callerSession(ctx: Context, worktree: string): Promise<Session | undefined> {
  const { store, caller } = ctx;
  if (!caller.agent) return await onlyLive(ctx, worktree);
  // A client keeps its MCP server across /clear, with the old id in its environment: its process id tells the truth.
  const recent = await store.listSessions({ agent: caller.agent, limit: 50 });
  const byProcess = recent.find(({ pid, endedAt }) => pid !== null && pid === caller.pid && endedAt === null);
  if (byProcess || caller.nativeSession === undefined) return byProcess;
  return await store.findSession(caller.agent, caller.nativeSession);
}

async function onlyLive({ store, processes }: Context, worktree: string): Promise<Session | undefined> {
  const recent = await store.listSessions({ worktree, limit: 20 });
  const live = recent.filter(
    ({ endedAt, pid, pidStart }) => endedAt === null && pid !== null && processes.startTime(pid) === pidStart,
  );
  return live.length === 1 ? live[0] : undefined;
}

const Captured = z.looseObject({
  files: z.array(z.object({ path: z.string(), action: z.string() })).catch([]),
});

/** What the capture keeps for its own use: nothing of it is a fact about the work. */
const BOOKKEEPING = new Set(
  "version off files foldedTo transcriptBytes transcriptPath lastUserText noted told recalled activeMs lastActiveAt".split(
    " ",
  ),
);

/** What was captured of a session so far, under the names of the seed's record (D16-D19). */
export function capturedState({ capture }: Pick<Session, "capture">): JsonObject {
  if (capture === null) return {};
  const parsed = Captured.safeParse(JSON.parse(capture));
  if (!parsed.success) return {};
  const facts = Object.entries(parsed.data).filter(([name]) => !BOOKKEEPING.has(name));
  const changed = parsed.data.files.filter(({ action }) => action === "changed").map(({ path }) => path);
  return { ...(Object.fromEntries(facts) as JsonObject), files_modified: changed };
}
