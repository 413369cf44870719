import type { Context } from "../../kernel/context.ts";
import type { IncomingPart } from "../../kernel/ports/remotes.ts";
import type { GitLocation } from "../../kernel/ports/workspace.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import type { Relation, WorkMarks } from "../compare-records.ts";
import { type Decision, decideSession } from "../decide-session.ts";
import type { Fork } from "../fork-lines.ts";
import { planSession } from "../plan-session.ts";
import type { BundleContents, SessionContents } from "../verify-bundle.ts";
import { compareEdits, type Edits } from "./compare-edits.ts";
import type { PartHead } from "./part-head.ts";
import { sessionEdits } from "./session-edits.ts";
import type { SyncState } from "./sync-state.ts";

/**
 * What a pull does with a session. `known`: this machine has all of it. `forked`: it was continued on two machines; the one
 * here stays, and the other becomes a fork of it. `running` and `foreign`: it stays as it is here; see `decideSession`.
 */
export const RECEIVED = ["new", "newer", "known", "forked", "running", "foreign"] as const;

export interface ComparisonResult {
  state: (typeof RECEIVED)[number];
  /** Which changes the session here contains. */
  edits: Edits;
  relation?: Relation | undefined;
  fork?: Fork | undefined;
}

interface ComparisonInput {
  part: IncomingPart;
  head: PartHead;
  location: GitLocation;
  state: SyncState;
  machine: string;
  /** What a dry run would have written by now, by the id of the session. */
  planned: ReadonlyMap<string, WorkMarks>;
}

/**
 * How a session that was received relates to the one here. If both machines had it from this remote, the counts of changes
 * decide. They also count what is no work, so the records themselves decide whether there are two continuations.
 */
export async function comparePart(
  ctx: Context,
  comparing: ComparisonInput,
  { sessions: [bundled] }: BundleContents,
): Promise<ComparisonResult> {
  if (!bundled) return { state: "newer", edits: {} };
  const session = await ctx.store.getSession(bundled.session.id);
  const projectId = (await ctx.store.findProjectByRoot(comparing.location.projectRoot))?.id;
  if (!session) return await compareRecord(ctx, comparing, { bundled, edits: {}, projectId });
  const { edits } = await sessionEdits(ctx, session, comparing);
  // The counts say nothing of what would be written first.
  const counted = comparing.planned.has(session.id) ? undefined : compareCounts(session, comparing, edits);
  if (!counted) return await compareRecord(ctx, comparing, { bundled, edits, projectId });
  const { relation } = counted;
  const decision = decideSession(bundled.session, session, { ...ctx, projectId, relation });
  return { ...counted, state: untouched(counted.state, decision) ?? counted.state };
}

/** An agent works in it here, or it is another session: nothing of it is written. */
function untouched(state: ComparisonResult["state"], decision: Decision): "running" | "foreign" | undefined {
  return state !== "known" && (decision === "running" || decision === "foreign") ? decision : undefined;
}

/** Undefined if the counts do not decide. */
function compareCounts(
  { id, lastSeenAt, promptCount }: SessionSummary,
  { head, state }: ComparisonInput,
  edits: Edits,
): ComparisonResult | undefined {
  const known = state.sessions[id];
  // The same, by whatever way it came here, such as a pull that was killed before it noted what it wrote.
  if (lastSeenAt === head.lastSeenAt && promptCount === head.promptCount)
    return { state: "newer", edits: known?.edits ?? edits };
  const relation = known && compareEdits(edits, head.edits);
  if (!relation || relation === "diverged") return undefined;
  return { state: relation === "behind" ? "newer" : "known", edits, relation };
}

async function compareRecord(
  ctx: Context,
  { part, planned }: ComparisonInput,
  { bundled, edits, projectId }: { bundled: SessionContents; edits: Edits; projectId: string | undefined },
): Promise<ComparisonResult> {
  const source = /^sessions\/(\w+)/.exec(part.name)?.[1] ?? "";
  const { relation, fork, decision } = await planSession(ctx, bundled, { source, projectId, planned });
  const state = stateOf({ relation, fork });
  return { state: untouched(state, decision) ?? state, edits, relation, fork };
}

function stateOf({ relation, fork }: Pick<ComparisonResult, "relation" | "fork">): ComparisonResult["state"] {
  if (relation === "ahead") return "known";
  if (fork) return "forked";
  return relation === undefined ? "new" : "newer";
}
