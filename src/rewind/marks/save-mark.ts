import { isBetween } from "../../capture/branches/abandoned-records.ts";
import { buildCheckpoint, fieldsOfSession, type NewCheckpoint } from "../../checkpoints/create-checkpoint.ts";
import { capturedState } from "../../checkpoints/save-checkpoint.ts";
import type { Context } from "../../kernel/context.ts";
import type { JsonObject } from "../../kernel/json.ts";
import type { Session } from "../../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import { toStorable } from "../../kernel/to-storable.ts";
import { boundedMiddle } from "../../text/bounded.ts";
import type { MarkState, RewindState } from "./mark-state.ts";

/** Maximum number of stored characters of a report (W17). */
export const MAX_KEPT_REPORT = 500_000;

/** The same limit as for other digests by agents. */
const MAX_DIGEST = 16_384;
const PAGE = 1_000;

type SaveDeps = Pick<Context, "newId" | "redactor">;

interface MarkInput {
  mark: MarkState;
  scope: string | null;
  parentId: string | null;
  at: number;
}

/** Creates the checkpoint of a mark. */
export function createMark(
  ctx: SaveDeps,
  session: Session,
  { mark, scope, parentId, at }: MarkInput,
): NewCheckpoint {
  const fields = {
    ...fieldsOfSession(session),
    kind: "mark",
    stepName: scope,
    id: ctx.newId("chk"),
    trigger: "mark",
    digest: mark.goal,
    parentId,
    createdAt: at,
  } as const;
  return buildCheckpoint(fields, toState(ctx, session, { mark }));
}

/** Saves a mark. It is on disk when the promise resolves. */
export async function saveMark(
  ctx: SaveDeps & { store: CheckpointStorage },
  session: Session,
  marking: MarkInput,
): Promise<void> {
  const { checkpoint, nodes } = createMark(ctx, session, marking);
  await ctx.store.saveCheckpoint(checkpoint, nodes);
}

interface RewindInput {
  mark: StoredCheckpoint;
  rewind: RewindState;
  at: number;
}

/** Creates the checkpoint of a rewind, as a child of its mark. */
export function createRewind(
  ctx: SaveDeps,
  session: Session,
  { mark, rewind, at }: RewindInput,
): NewCheckpoint {
  const fields = {
    ...fieldsOfSession(session),
    kind: "mark",
    stepName: mark.stepName,
    id: ctx.newId("chk"),
    trigger: "rewind",
    digest: boundedMiddle(rewind.report, MAX_DIGEST),
    parentId: mark.id,
    createdAt: at,
  } as const;
  return buildCheckpoint(fields, toState(ctx, session, { rewind }));
}

/** Saves a rewind, and marks everything that the session saved since the mark as abandoned. Returns the id. */
export async function saveRewind(
  ctx: SaveDeps & { store: CheckpointStorage },
  session: Session,
  ending: RewindInput,
): Promise<string> {
  await abandonSince(ctx.store, session, ending);
  const { checkpoint, nodes } = createRewind(ctx, session, ending);
  await ctx.store.saveCheckpoint(checkpoint, nodes);
  return checkpoint.id;
}

async function abandonSince(
  store: CheckpointStorage,
  session: Session,
  { mark, at }: { mark: StoredCheckpoint; at: number },
): Promise<void> {
  for (;;) {
    const left = await listSavedSince(store, session, mark);
    for (const { id } of left) await store.updateCheckpoint(id, { abandonedAt: at });
    if (left.length < PAGE) return;
  }
}

/** Lists the checkpoints that a session saved since a mark. Returns at most one page. */
export async function listSavedSince(
  store: CheckpointStorage,
  { id: sessionId }: Pick<Session, "id">,
  mark: StoredCheckpoint,
): Promise<StoredCheckpoint[]> {
  const since = { sessionId, since: mark.createdAt, limit: PAGE };
  return (await store.listCheckpoints(since)).filter((one) => isBetween(one, mark));
}

function toState({ redactor }: SaveDeps, session: Session, more: object): JsonObject {
  return redactor.json({
    ...capturedState(toStorable(session.capture)),
    ...(toStorable(more) as JsonObject),
  });
}
