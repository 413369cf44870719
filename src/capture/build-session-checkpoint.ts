import { buildCheckpoint, fieldsOfSession, notBefore } from "../checkpoints/create-checkpoint.ts";
import { capturedState } from "../checkpoints/save-checkpoint.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Identity } from "../kernel/context.ts";
import type { Effect } from "../kernel/event-handler.ts";
import type { JsonObject } from "../kernel/json.ts";
import type { Checkpoint, SessionSummary, Trigger } from "../kernel/record.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import { toStorable } from "../kernel/to-storable.ts";
import { bounded, oneLine } from "../text/bounded.ts";
import { count } from "../text/phrases.ts";
import { withInherited } from "./inherit.ts";
import { newestDecided } from "./newest-decided.ts";
import { unresolvedFailures } from "./open-failures.ts";
import { latestWork, workSubject } from "./work-subject.ts";

type SaveCheckpoint = Extract<Effect, { type: "save_checkpoint" }>;

/**
 * Makes a checkpoint of kind `digest` from a capture. Returns the effect that saves it, and the session and the capture
 * with what they count between checkpoints reset. `decided` are the effects that are written before it, one of which may save its parent.
 */
export async function buildSessionCheckpoint(
  ctx: Identity & { store: CheckpointStorage },
  made: { session: SessionSummary; capture: Capture; trigger: Trigger; at: number; cause?: string },
  decided: readonly Effect[],
): Promise<{ session: SessionSummary; capture: Capture; effect: SaveCheckpoint }> {
  const { session, trigger, at } = made;
  // A capture from an earlier version may still contain characters that cannot be stored.
  const capture = toStorable(made.capture);
  const parent = await parentOf(ctx.store, session, decided);
  const fields = {
    ...fieldsOfSession(session),
    id: ctx.newId("chk"),
    kind: "digest",
    trigger,
    parentId: parent?.id ?? null,
    stepNumber: session.promptCount,
    stepName: bounded(latestWork(capture) ?? "", 80) || null,
    progress: progressOf(capture),
    digest: digestOf(session, capture, made.cause),
    createdAt: notBefore(parent, at),
  } as const;
  return {
    session: { ...session, promptsSinceCheckpoint: 0 },
    capture: { ...made.capture, activeMs: 0, queries: [], remembered: [], checkpointedAt: at },
    effect: { type: "save_checkpoint", ...buildCheckpoint(fields, stateOf(session, capture)) },
  };
}

async function parentOf(
  store: CheckpointStorage,
  session: SessionSummary,
  decided: readonly Effect[],
): Promise<Checkpoint | undefined> {
  const left = new Set(
    decided.flatMap((effect) => (effect.type === "abandon_checkpoint" ? [effect.id] : [])),
  );
  for (const sessionId of [session.id, session.parentId]) {
    if (sessionId === null) continue;
    const newest =
      newestDecided(decided, sessionId) ??
      (await store.listCheckpoints({ sessionId, limit: left.size + 1 })).find(({ id }) => !left.has(id));
    if (newest) return newest;
  }
  return undefined;
}

function stateOf(session: SessionSummary, capture: Capture): JsonObject {
  return {
    ...capturedState(capture),
    failures: unresolvedFailures(capture).map(({ command, output }) => ({ command, output })),
    context: { project_path: session.worktree, cwd: session.cwd },
  };
}

function progressOf({ todos }: Capture): number | null {
  if (todos.length === 0) return null;
  return Math.round((100 * todos.filter(({ status }) => status === "completed").length) / todos.length);
}

function digestOf(session: SessionSummary, capture: Capture, cause: string | undefined): string {
  const whole = withInherited(capture);
  const open = whole.todos.filter(({ status }) => status !== "completed").length;
  const failures = unresolvedFailures(whole).length;
  const counts = [
    count(session.promptCount, "prompt"),
    count(open, "open todo"),
    `${failures} still failing`,
  ];
  const before = cause === undefined ? "" : `Before ${bounded(oneLine(cause), 120)}: `;
  return `${before}${bounded(workSubject(capture) || "No task yet", 200)} (${counts.join(", ")})`;
}
