import { lstatSync } from "node:fs";
import { join } from "node:path";
import { withInherited } from "../capture/inherit.ts";
import { newestDecided } from "../capture/newest-decided.ts";
import { writeOwnFile } from "../files/own-file.ts";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { EventHandler, EventScope } from "../kernel/event-handler.ts";
import { sessionKey } from "./files/session-key.ts";

/**
 * Writes what `statusline.sh` shows for a session: the number of open todos, and the time of the last checkpoint in
 * seconds. Writes nothing until the script has run once and created the directory, since most users do not use it.
 */
export const publishStatus: EventHandler<EventOf<"agent_stop" | "session_start">> = {
  name: "publishStatus",
  kinds: ["agent_stop", "session_start"],
  async handle(ctx, scope) {
    const directory = join(ctx.paths.state, "status");
    const key = sessionKey(scope.session.nativeId);
    if (key === undefined || !lstatSync(directory, { throwIfNoEntry: false })?.isDirectory())
      return { scope };
    try {
      const open = withInherited(scope.capture).todos.filter(({ status }) => status !== "completed").length;
      writeOwnFile(join(directory, key), `${open} ${Math.floor((await lastSavedAt(ctx, scope)) / 1_000)}\n`);
    } catch (error) {
      ctx.log.error("status not written", error);
    }
    return { scope };
  },
};

async function lastSavedAt({ store }: Context, { session, effects }: EventScope): Promise<number> {
  const decided = newestDecided(effects, session.id);
  if (decided) return decided.createdAt;
  const [newest] = await store.listCheckpoints({ sessionId: session.id, limit: 1 });
  return newest?.createdAt ?? 0;
}
