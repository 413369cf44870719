import { HoldfastError } from "../kernel/errors.ts";
import type { Session } from "../kernel/record.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import type { Transactions } from "../kernel/storage/transactions.ts";

type Sessions = Pick<SessionStorage, "getSession" | "replaceSession">;

/**
 * Changes a session that the hooks of its agent may be writing at the same moment, and returns it as written; undefined
 * if it does not exist. `change` may run more than once.
 */
export async function changeSession(
  { store }: { store: Transactions<Sessions> },
  id: string,
  change: (now: Session) => Session,
): Promise<Session | undefined> {
  return await retryConflict(() =>
    store.transaction(async (inside) => {
      const now = await inside.getSession(id);
      return now && (await writeSession(inside, change(now)));
    }),
  );
}

/**
 * Throws `conflict` if another process has written the session since it was read; the transaction must then be rolled
 * back.
 */
export async function writeSession(
  store: Pick<Sessions, "replaceSession">,
  session: Session,
): Promise<Session> {
  if (await store.replaceSession(session)) return { ...session, revision: session.revision + 1 };
  throw new HoldfastError("conflict", "Another process changed this session at the same moment.", {
    next: "Try again.",
  });
}

const ATTEMPTS = 3;

/** PostgreSQL does not lock rows that are only read: if another process was faster, all of the work is repeated. */
export async function retryConflict<T>(work: () => Promise<T>): Promise<T> {
  for (let made = 1; ; made++) {
    try {
      return await work();
    } catch (error) {
      if (made === ATTEMPTS || !(error instanceof HoldfastError) || error.code !== "conflict") throw error;
    }
  }
}
