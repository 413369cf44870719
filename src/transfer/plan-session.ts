import type { Context } from "../kernel/context.ts";
import { machineId } from "../sessions/machine-id.ts";
import { compareRecords, type Relation, storedMarks, type WorkMarks } from "./compare-records.ts";
import { type Decision, decideSession } from "./decide-session.ts";
import { type Fork, forkId } from "./fork-lines.ts";
import type { SessionContents } from "./verify-bundle.ts";

type PlanDeps = Pick<Context, "store" | "paths" | "newId" | "processes" | "clock">;

/** Which session here an incoming one belongs to. */
export interface SessionPlan {
  id: string;
  decision: Decision;
  /** What is here, compared with what comes. Undefined if nothing of it is here. */
  relation: Relation | undefined;
  /** If it was continued on both machines: what comes is a session beside the one here. */
  fork: Fork | undefined;
}

interface From {
  /** The machine that it comes from. */
  source: string;
  projectId: string | undefined;
  /** What would be here by now, if this only shows what would be done. */
  planned?: ReadonlyMap<string, WorkMarks>;
}

/** Compares an incoming session with the one here. Work of two machines is never mixed, and none replaces the other. */
export async function planSession(
  ctx: PlanDeps,
  bundled: SessionContents,
  { source, projectId, planned }: From,
): Promise<SessionPlan> {
  const { session, marks } = bundled;
  let { id } = session;
  let fork: Fork | undefined;
  for (;;) {
    const existing = await ctx.store.getSession(id);
    const here = planned?.get(id) ?? (existing && (await storedMarks(ctx.store, existing)));
    const relation = here ? compareRecords(here, marks) : await ownWork(ctx, bundled);
    const decision = decideSession(session, existing, { ...ctx, projectId, relation });
    if (relation !== "diverged" || decision === "foreign") return { id, decision, relation, fork };
    fork = { id: forkId(id, source), parentId: id };
    id = fork.id;
  }
}

/** A fork that only has what was done on this machine, and was taken to another one: it is here under its own id. */
async function ownWork(
  ctx: PlanDeps,
  { session: { id, parentId }, marks }: SessionContents,
): Promise<Relation | undefined> {
  if (parentId === null || id !== forkId(parentId, machineId(ctx))) return undefined;
  const original = await ctx.store.getSession(parentId);
  if (!original) return undefined;
  const relation = compareRecords(await storedMarks(ctx.store, original), marks);
  return relation === "same" || relation === "ahead" ? "ahead" : undefined;
}
