import { join } from "node:path";
import { mergeDecisions } from "../capture/facts/decisions.ts";
import { touchFiles } from "../capture/facts/touch-files.ts";
import { changedPaths } from "../capture/inherit.ts";
import { LIMITS } from "../capture/limits.ts";
import { shownPath } from "../files/raw-path.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { FileChange } from "../kernel/ports/snapshots.ts";
import type { SnapshotRequest } from "../kernel/snapshot.ts";
import { changeSession } from "../sessions/change-session.ts";
import { bounded, MAX_TEXT } from "../text/bounded.ts";
import { isRealTurn } from "./running-turns.ts";
import type { TakenFiles } from "./take-snapshot.ts";

type RecordingDeps = Pick<Context, "store" | "redactor" | "log">;

/** At other moments, a person may have changed the files. */
const IN_TURN: ReadonlySet<SnapshotRequest["moment"]> = new Set(["during_turn", "before_risk", "turn_end"]);

/** Files that are named when they went back. */
const MOST_NAMED = 6;

/** More than this at once is a checkout or a formatter, which would displace what the session worked on. */
const MOST_AT_ONCE = 20;

/**
 * Adds to a session the files that a snapshot shows as changed in its turn, since no tool names what a shell command
 * writes. Runs after the snapshot, so that no hook and no record waits for it. Never throws: the snapshot is intact.
 */
export async function recordSeenChanges(
  ctx: RecordingDeps,
  request: SnapshotRequest,
  taken: TakenFiles,
): Promise<void> {
  const wentBackTo = taken.taken?.wentBackTo ?? null;
  const session = wentBackTo === null ? sessionOf(request, taken) : (request.session ?? undefined);
  const { changes } = taken;
  if (session === undefined || changes.length === 0) return;
  const change = (capture: Capture) =>
    wentBackTo === null
      ? withSeen(ctx, capture, { request, changes })
      : withRewind(ctx, capture, { turn: wentBackTo, changes });
  try {
    await changeSession(ctx, session, (now) =>
      now.capture.paused ? now : { ...now, capture: change(now.capture) },
    );
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error;
    ctx.log.error("changed files not recorded", error, { session });
  }
}

/** Undefined if nothing changed, or if another turn may have changed it. */
function sessionOf({ moment, session }: SnapshotRequest, { taken }: TakenFiles): string | undefined {
  if (session === null || !taken || !IN_TURN.has(moment)) return undefined;
  const isOwn = taken.turns.every((turn) => isRealTurn(turn) && turn.session === session);
  return isOwn && taken.turns.length > 0 ? session : undefined;
}

/** What a tool named stays as it is, unless it was deleted. A deleted file that no tool named is no file to look at. */
function withSeen(
  { redactor }: Pick<RecordingDeps, "redactor">,
  capture: Capture,
  { request, changes }: { request: SnapshotRequest; changes: readonly FileChange[] },
): Capture {
  const known = new Set(changedPaths(capture));
  const seen = changes
    .filter(({ after }) => after !== null)
    .map(({ path }) => redactor.text(join(request.worktree, shownPath(path))))
    .filter((path) => !known.has(path))
    .slice(0, Math.min(MOST_AT_ONCE, Math.max(0, LIMITS.files - known.size)));
  const gone = changes
    .filter(({ after, uncovered }) => after === null && !uncovered)
    .map(({ path }) => redactor.text(join(request.worktree, shownPath(path))))
    .filter((path) => known.has(path));
  if (seen.length + gone.length === 0) return capture;
  const touched = [
    ...gone.map((path) => ({ path, action: "changed" as const, deleted: true })),
    ...seen.map((path) => ({ path, action: "changed" as const })),
  ];
  return { ...capture, files: touchFiles(capture.files, touched, { at: request.at }) };
}

/** The record must not say that this work is there. */
function withRewind(
  { redactor }: Pick<RecordingDeps, "redactor">,
  capture: Capture,
  { turn, changes }: { turn: number; changes: readonly FileChange[] },
): Capture {
  const names = changes.slice(0, MOST_NAMED).map(({ path }) => redactor.text(shownPath(path)));
  const more = changes.length - names.length;
  const files = `${names.join(", ")}${more > 0 ? ` and ${more} more` : ""}`;
  const decision = bounded(`Files went back to their state before turn ${turn}: ${files}`, MAX_TEXT);
  return { ...capture, decisions: mergeDecisions(capture.decisions, [{ decision, rationale: null }]) };
}
