import type { SessionSummary } from "../kernel/record.ts";
import type { SessionFilter, SessionStorage } from "../kernel/storage/session-storage.ts";

const PAGE = 200;

/** All sessions that match a filter, last seen first, without their captures. */
export async function* allSessions(
  store: SessionStorage,
  filter: Omit<SessionFilter, "limit" | "after"> = {},
): AsyncGenerator<SessionSummary> {
  for (let after: SessionSummary | undefined; ; ) {
    const page = await store.listSessions({ ...filter, ...(after ? { after } : {}), limit: PAGE });
    yield* page;
    after = page.at(-1);
    if (page.length < PAGE) return;
  }
}
