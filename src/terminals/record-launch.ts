import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import type { ProjectStorage } from "../kernel/storage/project-storage.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import type { Transactions } from "../kernel/storage/transactions.ts";
import { retryConflict, writeSession } from "../sessions/change-session.ts";
import { createSession } from "../sessions/create-session.ts";
import { locateDirectory } from "../sessions/locate-directory.ts";
import type { LaunchedAgent } from "./launched.ts";

/** Stores the launch in its session. A fast agent has already reported that session through a hook. */
export async function recordLaunch(
  ctx: Pick<Context, "clock" | "workspace" | "newId"> & {
    store: Transactions<SessionStorage & ProjectStorage>;
  },
  { agent, nativeSession, id }: Pick<Session, "agent" | "id"> & { nativeSession: string },
  launched: LaunchedAgent,
): Promise<Session> {
  const { cwd } = launched;
  const at = ctx.clock();
  const record = async (store: SessionStorage & ProjectStorage) => {
    const known = await store.findSession(agent, nativeSession);
    const session: Session = {
      ...(known ?? {
        ...createSession(id, { agent, nativeSession, cwd, at }),
        ...(await locateDirectory({ ...ctx, store }, cwd, at)),
        pid: launched.root.pid,
        pidStart: launched.root.startTime,
      }),
      launch: JSON.stringify(launched),
    };
    return await writeSession(store, session);
  };
  return await retryConflict(() => ctx.store.transaction(record));
}
