import { isBetween } from "../../capture/branches/left-records.ts";
import { createCheckpoint } from "../../checkpoints/create-checkpoint.ts";
import { capturedState } from "../../checkpoints/save-checkpoint.ts";
import { encodeState } from "../../checkpoints/state/encode/encode-state.ts";
import type { Context } from "../../kernel/context.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { Checkpoint, Session } from "../../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import type { NodeMap } from "../../kernel/storage/node-storage.ts";
import { toStorable } from "../../kernel/to-storable.ts";
import { boundedMiddle } from "../../text/bounded.ts";
import type { MarkState, RewindState } from "./mark-state.ts";

/** Characters that are kept of a report (W17). */
export const MAX_KEPT_REPORT = 500_000;

/** As much as an agent may write into any other record. */
const MAX_DIGEST = 16_384;
const PAGE = 1_000;

type Saving = Pick<Context, "newId" | "redactor">;

/** A record that is to be written, with the nodes of its state. */
export interface Made {
  checkpoint: Checkpoint;
  nodes: NodeMap;
}

interface Marking {
  mark: MarkState;
  scope: string | null;
  parentId: string | null;
  at: number;
}

/** The row of a mark. */
export function makeMark(ctx: Saving, session: Session, { mark, scope, parentId, at }: Marking): Made {
  const { root, nodes } = encodeState(stateOf(ctx, session, { mark }));
  const checkpoint = {
    ...ofSession(session, scope),
    id: ctx.newId("chk"),
    trigger: "mark",
    digest: mark.goal,
    parentId,
    createdAt: at,
  } as const;
  return { checkpoint: { ...createCheckpoint(checkpoint), stateRoot: root }, nodes };
}

/** Saves it. It is on disk when this resolves. */
export async function saveMark(
  ctx: Saving & { store: CheckpointStorage },
  session: Session,
  marking: Marking,
): Promise<void> {
  const { checkpoint, nodes } = makeMark(ctx, session, marking);
  await ctx.store.saveCheckpoint(checkpoint, nodes);
}

interface Ending {
  mark: StoredCheckpoint;
  rewind: RewindState;
  at: number;
}

/** The row of a rewind, behind its mark. */
export function makeRewind(ctx: Saving, session: Session, { mark, rewind, at }: Ending): Made {
  const { root, nodes } = encodeState(stateOf(ctx, session, { rewind }));
  const checkpoint = createCheckpoint({
    ...ofSession(session, mark.stepName),
    id: ctx.newId("chk"),
    trigger: "rewind",
    digest: boundedMiddle(rewind.report, MAX_DIGEST),
    parentId: mark.id,
    createdAt: at,
  });
  return { checkpoint: { ...checkpoint, stateRoot: root }, nodes };
}

/** Saves it; all that the session saved since the mark is left behind. */
export async function saveRewind(
  ctx: Saving & { store: CheckpointStorage },
  session: Session,
  ending: Ending,
): Promise<string> {
  await abandonSince(ctx.store, session, ending);
  const { checkpoint, nodes } = makeRewind(ctx, session, ending);
  await ctx.store.saveCheckpoint(checkpoint, nodes);
  return checkpoint.id;
}

async function abandonSince(
  store: CheckpointStorage,
  session: Session,
  { mark, at }: { mark: StoredCheckpoint; at: number },
): Promise<void> {
  for (;;) {
    const left = await leftSince(store, session, mark);
    for (const { id } of left) await store.updateCheckpoint(id, { abandonedAt: at });
    if (left.length < PAGE) return;
  }
}

/** What a session saved since a mark, a page of it. */
export async function leftSince(
  store: CheckpointStorage,
  { id: sessionId }: Pick<Session, "id">,
  mark: StoredCheckpoint,
): Promise<StoredCheckpoint[]> {
  const since = { sessionId, since: mark.createdAt, limit: PAGE };
  return (await store.listCheckpoints(since)).filter((one) => isBetween(one, mark));
}

function ofSession(session: Session, scope: string | null) {
  const { id: sessionId, projectId, worktree, agent, gitHead, gitBranch } = session;
  return {
    kind: "mark",
    sessionId,
    projectId,
    worktree,
    agent,
    gitHead,
    gitBranch,
    stepName: scope,
  } as const;
}

function stateOf({ redactor }: Saving, session: Session, more: object): JsonObject {
  return redactor.json({
    ...capturedState(toStorable(session.capture)),
    ...(toStorable(more) as JsonObject),
  });
}
