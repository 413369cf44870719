import { capturedState } from "../../checkpoints/captured-state.ts";
import { createCheckpoint } from "../../checkpoints/create-checkpoint.ts";
import { encodeState } from "../../checkpoints/state/encode/encode-state.ts";
import type { Context } from "../../kernel/context.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { Session } from "../../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import { toStorable } from "../../kernel/to-storable.ts";
import { boundedMiddle } from "../../text/bounded.ts";
import { isBetween } from "./left-records.ts";
import type { MarkState, RewindState } from "./mark-state.ts";

/** Characters that are kept of a report (W17). */
export const MAX_KEPT_REPORT = 500_000;

/** As much as an agent may write into any other record. */
const MAX_DIGEST = 16_384;

type Saving = Pick<Context, "newId" | "redactor">;

/** The row of a mark. It is on disk when this resolves. */
export async function saveMark(
  ctx: Saving & { store: CheckpointStorage },
  session: Session,
  {
    mark,
    scope,
    parentId,
    at,
  }: { mark: MarkState; scope: string | null; parentId: string | null; at: number },
): Promise<void> {
  const { root, nodes } = encodeState(stateOf(ctx, session, { mark }));
  const checkpoint = {
    ...ofSession(session, scope),
    id: ctx.newId("chk"),
    trigger: "mark",
    digest: mark.goal,
    parentId,
    createdAt: at,
    stateRoot: root,
  } as const;
  await ctx.store.saveCheckpoint({ ...createCheckpoint(checkpoint), stateRoot: root }, nodes);
}

/** The row of a rewind, behind its mark; all that the session saved since is left behind. */
export async function saveRewind(
  ctx: Saving & { store: CheckpointStorage },
  session: Session,
  { mark, rewind, at }: { mark: StoredCheckpoint; rewind: RewindState; at: number },
): Promise<string> {
  await abandonSince(ctx.store, session, { mark, at });
  const { root, nodes } = encodeState(stateOf(ctx, session, { rewind }));
  const id = ctx.newId("chk");
  const checkpoint = createCheckpoint({
    ...ofSession(session, mark.stepName),
    id,
    trigger: "rewind",
    digest: boundedMiddle(rewind.report, MAX_DIGEST),
    parentId: mark.id,
    createdAt: at,
  });
  await ctx.store.saveCheckpoint({ ...checkpoint, stateRoot: root }, nodes);
  return id;
}

async function abandonSince(
  store: CheckpointStorage,
  session: Session,
  { mark, at }: { mark: StoredCheckpoint; at: number },
): Promise<void> {
  for (;;) {
    const since = { sessionId: session.id, since: mark.createdAt, limit: 1_000 };
    const left = (await store.listCheckpoints(since)).filter((one) => isBetween(one, mark));
    for (const { id } of left) await store.updateCheckpoint(id, { abandonedAt: at });
    if (left.length < 1_000) return;
  }
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
