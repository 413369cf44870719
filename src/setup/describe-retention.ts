import { hasSessionFile } from "../files/has-session-file.ts";
import type { AgentAdapter, SessionRetention } from "../kernel/agent/agent.ts";
import type { Context, Installation } from "../kernel/context.ts";
import type { SessionSummary } from "../kernel/record.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { count } from "../text/phrases.ts";
import { resolveConnectPaths } from "./connect-paths.ts";

const DAY_MS = 86_400_000;
const SOON_DAYS = 7;
/** Maximum number of sessions whose files are looked up. */
const LOOKED_UP = 500;

type RetentionDeps = Installation & Pick<Context, "agents" | "clock"> & { store: SessionStorage };

/**
 * How long each agent with sessions here keeps its own files, and how many of these sessions depend on one that is gone
 * or will be soon. One line for each agent.
 */
export async function describeRetention(ctx: RetentionDeps): Promise<string[]> {
  const lines = await Promise.all(ctx.agents.map((agent) => describeAgent(ctx, agent)));
  return lines.filter((line) => line !== undefined);
}

async function describeAgent(ctx: RetentionDeps, agent: AgentAdapter): Promise<string | undefined> {
  const sessions = await ctx.store.listSessions({ agent: agent.name, limit: LOOKED_UP });
  if (sessions.length === 0) return undefined;
  const retention = await agent.sessions?.retention?.(resolveConnectPaths(ctx));
  return `${agent.name} ${describePeriod(retention)}${describeFiles(sessions, retention, ctx.clock())}`;
}

function describePeriod(retention: SessionRetention | undefined): string {
  if (!retention || retention.days === null) return "does not delete its conversations";
  const { days, setting } = retention;
  if (days === 0) return `keeps no conversations (${setting} is 0)`;
  const period = count(Math.max(1, Math.round(days)), "day");
  return `deletes its conversations ${period} after their last use (${setting})`;
}

/** Without its file, a session is continued from its record, in a new conversation. */
function describeFiles(
  sessions: readonly SessionSummary[],
  retention: SessionRetention | undefined,
  now: number,
): string {
  const withFile = sessions.filter(({ transcriptPath }) => transcriptPath !== null);
  const kept = withFile.filter(({ transcriptPath }) => hasSessionFile(transcriptPath ?? ""));
  const gone = withFile.length - kept.length;
  const days = retention?.days ?? Number.POSITIVE_INFINITY;
  const going = kept.filter(({ lastSeenAt }) => lastSeenAt + days * DAY_MS < now + SOON_DAYS * DAY_MS);
  if (gone + going.length === 0) return "";
  const soon = going.length === 0 ? "" : `, ${gone + going.length} within a week`;
  return `: ${gone} of ${count(withFile.length, "session")} can be continued only from the record${soon}`;
}
