import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Session } from "../kernel/record.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { type CloneDeps } from "../sessions/list-clones.ts";
import { findShownSession } from "./find-shown-session.ts";

export type NamedDeps = CloneDeps & Pick<Context, "agents" | "caller"> & { store: SessionStorage };
/** Finds a session by its Holdfast id, or by its agent's id, which may be shortened as lists show it. */
export async function namedSession(ctx: NamedDeps, key: string): Promise<Session> {
  const session = (await findSession(ctx, key)) ?? (await findShownSession(ctx, key));
  if (session) return session;
  throw new HoldfastError("not_found", `No session ${key} is known here.`, {
    next: "List session ids with `holdfast list --all --json`.",
  });
}

/** Finds a session by our id or by the id that any client uses for it. */
export async function findSession(
  { store, agents }: Pick<Context, "agents"> & { store: SessionStorage },
  key: string,
): Promise<Session | undefined> {
  const own = await store.getSession(key);
  if (own) return own;
  for (const { name } of agents) {
    const session = await store.findSession(name, key);
    if (session) return session;
  }
  return undefined;
}
