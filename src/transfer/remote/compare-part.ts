import type { Context } from "../../kernel/context.ts";
import type { IncomingPart } from "../../kernel/ports/remotes.ts";
import type { GitLocation } from "../../kernel/ports/workspace.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import type { Relation } from "../compare-records.ts";
import type { Fork } from "../fork-lines.ts";
import { planSession } from "../plan-session.ts";
import type { BundleContents, SessionContents } from "../verify-bundle.ts";
import { compareEdits, type Edits } from "./compare-edits.ts";
import type { PartHead } from "./part-head.ts";
import { sessionEdits } from "./session-edits.ts";
import type { SyncState } from "./sync-state.ts";

/**
 * What a pull does with a session. `known`: this machine has all of it. `forked`: it was continued here and there; the one
 * here stays, and the other becomes a fork of it.
 */
export const RECEIVED = ["new", "newer", "known", "forked"] as const;

export interface Compared {
  state: (typeof RECEIVED)[number];
  /** Which changes the session here contains. */
  edits: Edits;
  relation?: Relation | undefined;
  fork?: Fork | undefined;
}

interface Comparing {
  part: IncomingPart;
  head: PartHead;
  location: GitLocation;
  state: SyncState;
  machine: string;
}

/**
 * How a session that was received relates to the one here. If both machines had it from this remote, the counts of changes
 * decide. They also count what is no work, so the records themselves decide whether there are two continuations.
 */
export async function comparePart(
  ctx: Context,
  comparing: Comparing,
  { sessions: [bundled] }: BundleContents,
): Promise<Compared> {
  if (!bundled) return { state: "newer", edits: {} };
  const session = await ctx.store.getSession(bundled.session.id);
  if (!session) return await compareRecord(ctx, comparing, { bundled, edits: {} });
  const { edits } = await sessionEdits(ctx, session, comparing);
  return (
    compareCounts(session, comparing, edits) ?? (await compareRecord(ctx, comparing, { bundled, edits }))
  );
}

/** Undefined if the counts do not decide. */
function compareCounts(
  { id, lastSeenAt, promptCount }: SessionSummary,
  { head, state }: Comparing,
  edits: Edits,
): Compared | undefined {
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
  { part, location }: Comparing,
  { bundled, edits }: { bundled: SessionContents; edits: Edits },
): Promise<Compared> {
  const source = /^sessions\/(\w+)/.exec(part.name)?.[1] ?? "";
  const projectId = (await ctx.store.findProjectByRoot(location.projectRoot))?.id;
  const { relation, fork } = await planSession(ctx, bundled, { source, projectId });
  return { state: stateOf({ relation, fork }), edits, relation, fork };
}

function stateOf({ relation, fork }: Pick<Compared, "relation" | "fork">): Compared["state"] {
  if (relation === "ahead") return "known";
  if (fork) return "forked";
  return relation === undefined ? "new" : "newer";
}
