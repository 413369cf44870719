import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Session } from "../kernel/record.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { type CloneDeps, listClones } from "../sessions/list-clones.ts";
import { shortSessionId } from "../text/short-session-id.ts";

/** Minimum length of a prefix of a session id. */
const SHORTEST = 6;

type FindDeps = CloneDeps & Pick<Context, "caller"> & { store: SessionStorage };

/**
 * Finds a session of this project by a prefix of its agent's id, as lists and records show it. Throws if several begin
 * with it.
 */
export async function findShownSession(ctx: FindDeps, prefix: string): Promise<Session | undefined> {
  const wanted = prefix.trim().toLowerCase();
  if (wanted.length < SHORTEST) return undefined;
  const { ids } = await listClones(ctx, await ctx.workspace.locate(ctx.caller.cwd));
  if (ids.length === 0) return undefined;
  const recent = await ctx.store.listSessions({ projectId: ids, limit: 200 });
  const [only, ...more] = recent.filter(({ nativeId }) => nativeId.toLowerCase().startsWith(wanted));
  if (!only) return undefined;
  if (more.length === 0) return await ctx.store.getSession(only.id);
  const candidates = [only, ...more].map(({ nativeId }) => nativeId);
  const message = `Several sessions begin with ${shortSessionId(prefix)}: ${candidates.join(", ")}.`;
  throw new HoldfastError("ambiguous_id", message, { details: { candidates } });
}
