import { hasSessionFile } from "../files/has-session-file.ts";
import type { Context } from "../kernel/context.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { count } from "../text/phrases.ts";
import { shortSessionId } from "../text/short-session-id.ts";
import type { CheckResult } from "./finding.ts";

const RECENT_MS = 86_400_000;
/** A client writes its file a little after the first event. */
const SETTLED_MS = 60_000;
/** The newest sessions that are looked at, and how much of each file is read. */
const LOOKED_AT = 20;
const READ_BYTES = 256 * 1024;
const MAX_NAMED = 5;

/**
 * Whether the conversations of recent sessions are where their clients said, and can be read. Without them, less is
 * captured: answers, todos and what was typed while the agent worked. Not a failure of the installation, since a client
 * may be expected to keep none.
 */
export async function checkConversations(
  ctx: Pick<Context, "agents" | "store" | "clock">,
): Promise<CheckResult> {
  const now = ctx.clock();
  const recent = await ctx.store.listSessions({ seenSince: now - RECENT_MS, limit: LOOKED_AT });
  const expected = recent.filter(
    ({ promptCount, startedAt, transcriptPath }) =>
      promptCount > 0 && transcriptPath !== null && now - startedAt > SETTLED_MS,
  );
  if (expected.length === 0) return { skipped: "no session of the last day named one" };
  const missing = expected.filter(({ transcriptPath }) => !hasSessionFile(transcriptPath ?? ""));
  const silent = await findSilent(
    ctx,
    expected.filter((session) => !missing.includes(session)),
  );
  const problems = [
    describe(missing, "no file where the client said"),
    describe(silent, "nothing that can be read"),
  ];
  const found = problems.filter((problem) => problem !== "");
  return found.length === 0 ? undefined : { skipped: found.join("; ") };
}

async function findSilent(
  { agents }: Pick<Context, "agents">,
  sessions: readonly SessionSummary[],
): Promise<SessionSummary[]> {
  const silent: SessionSummary[] = [];
  for (const session of sessions) {
    const adapter = agents.find(({ name: agent }) => agent === session.agent);
    const read = await adapter?.readTranscript(session.transcriptPath ?? "", READ_BYTES);
    if (adapter && (read?.entries.length ?? 0) === 0) silent.push(session);
  }
  return silent;
}

function describe(sessions: readonly SessionSummary[], what: string): string {
  if (sessions.length === 0) return "";
  const [first] = sessions;
  const ids = sessions.slice(0, MAX_NAMED).map(({ nativeId }) => shortSessionId(nativeId));
  const more = sessions.length > MAX_NAMED ? [`${sessions.length - MAX_NAMED} more`] : [];
  return `${count(sessions.length, "session")} with ${what}: ${[...ids, ...more].join(", ")} (${first?.transcriptPath})`;
}
