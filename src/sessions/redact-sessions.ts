import type { Context } from "../kernel/context.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { Session } from "../kernel/record.ts";
import { allSessions } from "./all-sessions.ts";
import { changeSession } from "./change-session.ts";

/** Applies the current redaction rules to the captures of all sessions. Returns the number of changed ones. */
export async function redactSessions(
  { store, redactor }: Pick<Context, "store" | "redactor">,
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  let changed = 0;
  for await (const { id } of allSessions(store)) {
    const session = await store.getSession(id);
    if (!session || !isChanged(session, redactor)) continue;
    changed += 1;
    if (!dryRun) await changeSession({ store }, id, (now) => redactSession(now, redactor));
  }
  return changed;
}

/** Both are written by `JSON.stringify`, so unchanged ones have the same text. */
function isChanged(session: Session, redactor: Redactor): boolean {
  return JSON.stringify(redactSession(session, redactor)) !== JSON.stringify(session);
}

function redactSession(session: Session, redactor: Redactor): Session {
  const text = (value: string | null) => (value === null ? null : redactor.text(value));
  return {
    ...session,
    capture: redactor.json(session.capture as unknown as JsonObject) as unknown as Session["capture"],
    gitBranch: text(session.gitBranch),
    endReason: text(session.endReason),
  };
}
