import { setTimeout as sleep } from "node:timers/promises";
import { readTranscriptTail } from "../capture/read-transcript-tail.ts";
import type { AgentEvent, EventOf } from "../kernel/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import type { Effect } from "../kernel/event-scope.ts";
import type { SessionSummary } from "../kernel/record.ts";
import type { LeftPeriod } from "../kernel/transcript.ts";
import type { TranscriptTail } from "../kernel/transcript-tail.ts";
import { leftBranches } from "./marks/left-branches.ts";
import { type Change, changesOf } from "./marks/left-records.ts";

type Followed = EventOf<"agent_stop" | "pre_compact" | "session_end" | "session_start">;

/** How long a stop waits for its turn in the transcript: 0.4 s, far below the deadline of a hook. */
const STEPS = 16;
const STEP_MS = 25;
/** Nobody waits for the answer to an older event. */
const FRESH_MS = 2_000;

/**
 * A person can go back in a conversation with the client's own means. What was saved on the branch that they left is
 * abandoned, and counts again once they are back on it.
 */
export const followBranches: EventHandler<Followed, readonly LeftPeriod[]> = {
  name: "branches",
  kinds: ["agent_stop", "pre_compact", "session_end", "session_start"],
  async prepare(ctx, { event, session, transcripts }) {
    if (!session) return [];
    const transcriptPath = event.transcriptPath ?? session.transcriptPath;
    const read = async () => await readTranscriptTail(ctx, transcripts, { ...session, transcriptPath });
    let tail = await read();
    // A client may report the end of a turn before it has written the turn down.
    for (let step = 0; step < STEPS && mayWait(ctx, event, tail); step++) {
      await sleep(STEP_MS);
      transcripts.delete(transcriptPath ?? "");
      tail = await read();
    }
    // Only few sessions have branches: for the others the part that was read anyway is enough.
    return tail?.branches?.left.length ? await leftBranches(ctx, { ...session, transcriptPath }) : [];
  },
  async handle(ctx, scope, left = []) {
    const changes = await changesOf(ctx.store, scope.session, { left, at: scope.event.at });
    return { scope, effects: changes.map((change): Effect => ({ type: "abandon_checkpoint", ...change })) };
  },
};

/** Only a reminder of a mark depends on it. */
function mayWait({ config, clock }: Context, event: Followed, tail: TranscriptTail | undefined): boolean {
  const isAwaited = config.rewind.enabled && event.kind === "agent_stop" && !isTurnWritten(tail, event);
  return isAwaited && clock() - event.at < FRESH_MS;
}

/** Whether a transcript has the turn of an event, as far as its client tells. */
export function isTurnWritten(
  tail: TranscriptTail | undefined,
  { promptId }: Pick<AgentEvent, "promptId">,
): boolean {
  const written = tail?.branches?.promptId;
  return written === undefined || promptId === undefined || written === promptId;
}

/** The same for a call between two events: the client reports no way back before the next one. */
export async function followBranchesNow(
  ctx: Pick<Context, "agents" | "clock" | "store">,
  session: SessionSummary,
): Promise<void> {
  const left = await leftBranches(ctx, session);
  const changes: Change[] = await changesOf(ctx.store, session, { left, at: ctx.clock() });
  for (const { id, abandonedAt } of changes) await ctx.store.updateCheckpoint(id, { abandonedAt });
}
