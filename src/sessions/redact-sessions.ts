import type { Context } from "../kernel/context.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { Session, SessionSummary } from "../kernel/record.ts";
import { changeSession } from "./change-session.ts";

const PAGE = 200;

/** Applies the current redaction rules to the captures of all sessions. Returns the number of changed ones. */
export async function redactSessions(
  { store, redactor }: Pick<Context, "store" | "redactor">,
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  let changed = 0;
  for (let after: SessionSummary | undefined; ; ) {
    const page = await store.listSessions({ ...(after ? { after } : {}), limit: PAGE });
    for (const { id } of page) {
      const session = await store.getSession(id);
      if (!session || !isChanged(session, redactor)) continue;
      changed += 1;
      if (!dryRun) await changeSession({ store }, id, (now) => redactSession(now, redactor));
    }
    after = page.at(-1);
    if (page.length < PAGE) return changed;
  }
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
