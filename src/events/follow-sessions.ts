import { captureEvent } from "../capture/capture-event.ts";
import { captureTranscript } from "../capture/capture-transcript.ts";
import { checkpointSession } from "../capture/checkpoint-session.ts";
import type { AgentAdapter, SessionFile } from "../kernel/agent/agent.ts";
import type { AgentEvent } from "../kernel/agent/agent-event.ts";
import type { TranscriptEntry } from "../kernel/agent/transcript.ts";
import type { Context } from "../kernel/context.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { countEvent } from "../sessions/count-event.ts";
import { followedEventId, isFollowed } from "../sessions/is-followed.ts";
import { isLive } from "../sessions/is-live.ts";
import { handleBatch } from "./handle-batch.ts";

/** Files that were modified earlier are not read. */
const RECENT_MS = 86_400_000;
/** After this time, any running or spooled hook has reported. */
const SETTLED_MS = 5_000;

/** Only handlers that capture, since no hook waits for a reply. */
const HANDLERS: readonly EventHandler[] = [captureTranscript, countEvent, captureEvent, checkpointSession];

interface FollowedAgent {
  adapter: AgentAdapter;
  configDir: string;
  /** The directory of its sessions, if they are not in `configDir`. */
  dataDir?: string;
}

interface Surroundings {
  /** The agents whose sessions are followed, and where their files are. */
  findAgents(ctx: Context): Promise<readonly FollowedAgent[]>;
  /** Returns the process id, null if no such process is running, or undefined if the system does not tell. */
  findProcess(wanted: { program: string; cwd: string; startedBefore: number }): number | null | undefined;
}

/**
 * Captures sessions from their files if no hook reports them. Each change of a file is an event with a deterministic
 * id, and transcript entries are folded once. So neither a restart nor a hook that reports the same thing has any
 * effect.
 */
export function createFollower({ findAgents, findProcess }: Surroundings): (ctx: Context) => Promise<void> {
  let seen = new Map<string, number>();
  return async (ctx) => {
    const now = ctx.clock();
    const isNew = (path: string, at: number) =>
      at > now - RECENT_MS && at <= now - SETTLED_MS && seen.get(path) !== at;
    for (const { adapter, configDir, dataDir = configDir } of await findAgents(ctx)) {
      for (const file of (await adapter.sessions?.find(dataDir, isNew)) ?? []) {
        await follow(ctx, { adapter, file, findProcess });
        seen.set(file.path, file.modifiedAt);
      }
    }
    seen = new Map([...seen].filter(([, at]) => at > now - RECENT_MS));
  };
}

interface Found extends Pick<Surroundings, "findProcess"> {
  adapter: AgentAdapter;
  file: SessionFile;
}

async function follow(ctx: Context, { adapter, file, findProcess }: Found): Promise<void> {
  const session = await ctx.store.findSession(adapter.name, file.nativeSession);
  if (session && !(await isUnreported(ctx, session, file))) return;
  const { entries } = (await adapter.readTranscript(file.path)) ?? { entries: [] };
  // Some clients write the file of a session before they report it. Without a prompt, there is nothing to continue
  // anyway.
  if (!session && !entries.some(isPrompt)) return;
  const { cwd, modifiedAt } = file;
  const pid = findProcess({ program: adapter.command, cwd, startedBefore: modifiedAt });
  const begun = session ? undefined : Math.min(modifiedAt, ...entries.map(({ at }) => at));
  const events = createEvents({ ...file, cwd: session?.cwd ?? cwd }, { agent: adapter.name, pid, begun });
  const inputs = events.map((event) => ({ event, awaited: false, isSynthetic: true }));
  await handleBatch(ctx, inputs, HANDLERS);
}

interface Seen {
  agent: string;
  pid: number | null | undefined;
  /** When the session began; undefined if it is already known. */
  begun: number | undefined;
}

/**
 * The events that hooks would have reported. If no process runs the session, it has ended, unless its file changes
 * again.
 */
function createEvents(
  { nativeSession, path: transcriptPath, cwd, modifiedAt: at }: SessionFile,
  { agent, pid, begun }: Seen,
): AgentEvent[] {
  const running = typeof pid === "number" ? { pid } : {};
  const base = { agent, nativeSession, cwd, transcriptPath, ...running };
  const id = followedEventId(nativeSession, at);
  const events: AgentEvent[] = [
    { ...base, id, kind: "agent_stop", at, stopHookActive: false, backgroundTasks: 0 },
  ];
  if (begun !== undefined)
    events.unshift({ ...base, id: `${id}-start`, kind: "session_start", source: "startup", at: begun });
  if (pid === null) events.push({ ...base, id: `${id}-end`, kind: "session_end", reason: "lost", at });
  return events;
}

/**
 * Whether only the file shows the last change. If the client is running with our hooks, it will report the change
 * itself.
 */
async function isUnreported(ctx: Context, session: SessionSummary, { modifiedAt }: SessionFile) {
  if (await isFollowed(ctx.store, session)) return modifiedAt > session.lastSeenAt;
  if (modifiedAt <= Math.max(session.lastSeenAt, session.endedAt ?? 0) + SETTLED_MS) return false;
  return (
    session.pid === null || !isLive(session, { ...ctx, now: ctx.clock(), asking: { ...session, pid: null } })
  );
}

function isPrompt(entry: TranscriptEntry): boolean {
  return entry.type === "prompt" && !entry.fromClient;
}
