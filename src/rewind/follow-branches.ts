import { setTimeout as sleep } from "node:timers/promises";
import { fromStoredPeriods, listAbandonedPeriods } from "../capture/branches/abandoned-periods.ts";
import { type Change, changesOf } from "../capture/branches/abandoned-records.ts";
import { readTranscriptTail } from "../capture/read-transcript-tail.ts";
import type { AgentEvent, EventOf } from "../kernel/agent/agent-event.ts";
import type { AbandonedPeriod, TranscriptTail } from "../kernel/agent/transcript.ts";
import type { Context } from "../kernel/context.ts";
import type { Effect, EventHandler } from "../kernel/event-handler.ts";
import type { SessionSummary } from "../kernel/record.ts";

type BranchEvent = EventOf<"agent_stop" | "branch_change" | "pre_compact" | "session_end" | "session_start">;

/** How long a stop waits until its turn is in the transcript: 0.4 s, far below the deadline of a hook. */
const STEPS = 16;
const STEP_MS = 25;
/** For older events, no hook waits for the reply any more. */
const FRESH_MS = 2_000;

/**
 * Detects that a person went back in a conversation in the client itself. Checkpoints on the branch that they left
 * become abandoned, and live again if they return to it.
 */
export const followBranches: EventHandler<BranchEvent, readonly AbandonedPeriod[] | undefined> = {
  name: "followBranches",
  kinds: ["agent_stop", "branch_change", "pre_compact", "session_end", "session_start"],
  async prepare(ctx, { event, session, transcripts }) {
    if (!session) return undefined;
    const transcriptPath = event.transcriptPath ?? session.transcriptPath;
    const read = async () => await readTranscriptTail(ctx, { ...session, transcriptPath }, transcripts);
    let tail = await read();
    // A client may report the end of a turn before it has written the turn to the transcript.
    for (let step = 0; step < STEPS && mayWait(ctx, event, tail); step++) {
      await sleep(STEP_MS);
      transcripts.delete(transcriptPath ?? "");
      tail = await read();
    }
    return tail?.branches?.left;
  },
  async handle(ctx, { session, capture, event, ...scope }, left = fromStoredPeriods(capture)) {
    const changes = await changesOf(ctx.store, session, { left, before: capture.left, at: event.at });
    return {
      scope: { ...scope, session, capture, event },
      effects: changes.map((change): Effect => ({ type: "abandon_checkpoint", ...change })),
    };
  },
};

/** Waiting is only worthwhile for the reminder of an open mark. */
function mayWait({ config, clock }: Context, event: BranchEvent, tail: TranscriptTail | undefined): boolean {
  const isAwaited = config.rewind.enabled && event.kind === "agent_stop" && !isTurnWritten(tail, event);
  return isAwaited && clock() - event.at < FRESH_MS;
}

/** Whether a transcript contains the turn of an event. True if the client gives no way to tell. */
export function isTurnWritten(
  tail: TranscriptTail | undefined,
  { promptId }: Pick<AgentEvent, "promptId">,
): boolean {
  const written = tail?.branches?.promptId;
  return written === undefined || promptId === undefined || written === promptId;
}

/**
 * Does the same outside of an event, for a tool call or a command, since the client has not reported a branch change
 * yet.
 */
export async function followBranchesNow(
  ctx: Pick<Context, "agents" | "clock" | "store">,
  session: Pick<SessionSummary, "id" | "agent" | "transcriptPath">,
): Promise<void> {
  const { transcriptPath: path } = session;
  const agent = ctx.agents.find(({ name }) => name === session.agent);
  const transcript = path === null ? undefined : await agent?.readTranscript(path);
  if (!transcript) return;
  const before = (await ctx.store.getSession(session.id))?.capture.left ?? [];
  const left = listAbandonedPeriods(before, transcript);
  const changes: Change[] = await changesOf(ctx.store, session, { left, before, at: ctx.clock() });
  for (const { id, abandonedAt } of changes) await ctx.store.updateCheckpoint(id, { abandonedAt });
}
