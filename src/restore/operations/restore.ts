import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { GitLocation } from "../../kernel/ports/workspace.ts";
import type { Snapshot, SnapshotRequest } from "../../kernel/snapshot.ts";
import { awaitRequests } from "../../snapshots/await-requests.ts";
import { findRestoreTarget, resolveSessionId } from "../../snapshots/find-restore-target.ts";
import { namingFormerPath } from "../../snapshots/former-path.ts";
import { type Past, timelineOf } from "../../snapshots/imported-files.ts";
import { findWorkers } from "../../snapshots/included-sessions.ts";
import { noteUncovered } from "../../snapshots/note-uncovered.ts";
import { namingOtherRoot } from "../../snapshots/other-root.ts";
import { planSafely } from "../../snapshots/restore/check-content.ts";
import { finishRestore } from "../../snapshots/restore/finish-restore.ts";
import type { Journal } from "../../snapshots/restore/journal.ts";
import type { FilesNow } from "../../snapshots/restore/plan-restore.ts";
import { prepareRestore } from "../../snapshots/restore/prepare-restore.ts";
import { RestoreView, viewRestore } from "../../snapshots/restore/restore-view.ts";
import { runRestore } from "../../snapshots/restore/run-restore.ts";
import {
  findUnfinished,
  namingUnfinished,
  noteCompleted,
  noteUnfinished,
  withoutTemporary,
} from "../../snapshots/restore/unfinished-restore.ts";
import { joinNotes, type RestoreTarget } from "../../snapshots/restore-target.ts";
import { toWorktreePath } from "../../snapshots/worktree-path.ts";
import { readWorktreeState, type WorktreeState } from "../../snapshots/worktree-state.ts";
import { ConversationView, viewConversation } from "../conversation/conversation-view.ts";
import { type ContinueCommand, createConversation } from "../conversation/create-conversation.ts";
import { type ConversationPlan, planConversation } from "../conversation/plan-conversation.ts";
import { composeNotice } from "../notice/compose-notice.ts";
import { markRestored } from "../notice/mark-restored.ts";
import { notifySessions } from "../notice/notify-sessions.ts";
import { noteElsewhere, noteFailed, noteTakenBack } from "../restore-notes.ts";

const MOST_PATHS = 10_000;

export const restore = defineOperation({
  name: "restore",
  group: "files",
  summary: "Bring files back to an earlier moment",
  positional: ["target", "paths"],
  tool: "files_restore",
  guidance:
    "Shows the plan of a restore. Without the user's permission in the settings nothing is changed: give the user the command. Files that somebody else changed since are kept.",
  readOnly: false,
  destructive: true,
  input: z.object({
    target: z
      .string()
      .min(1)
      .max(200)
      .describe("Turn number (the files as they were before it), checkpoint id or name, or snapshot id"),
    paths: z
      .array(z.string().min(1).max(4_096))
      .max(MOST_PATHS, "must be at most 10,000; name the directories that contain them")
      .optional()
      .describe("Files and directories (default: all)"),
    session: z.string().max(200).optional().describe("Session of a turn number (default: the newest here)"),
    all: flag("Also go back in the conversation, with its todos and decisions"),
    overwrite: flag("Also restore files that somebody else changed since"),
    index: flag("Also bring the git index back"),
    dryRun: flag("Show the plan and change nothing"),
    yes: flag("Restore; without it, only the plan is shown"),
  }),
  output: RestoreView.extend({
    /** What happens to the conversation; absent unless everything is restored. */
    conversation: ConversationView.optional(),
  }),
  async run(ctx, input) {
    await awaitRequests(ctx);
    const place = await ctx.workspace.locate(ctx.caller.cwd);
    return await namingUnfinished(ctx, place, () =>
      ctx.snapshots.use(place, (store) => restoreIn(ctx, store, { place, input })),
    );
  },
});

interface RestoreInput {
  target: string;
  paths?: string[] | undefined;
  session?: string | undefined;
  overwrite: boolean;
  index: boolean;
  all: boolean;
  dryRun: boolean;
  yes: boolean;
}

async function restoreIn(
  ctx: Context,
  store: SnapshotStore,
  { place, input }: { place: GitLocation; input: RestoreInput },
) {
  const { all, dryRun, yes } = input;
  const isWanted = yes && !dryRun;
  const applies = isWanted && mayApply(ctx);
  const earlier = applies
    ? noteCompleted(ctx, await finishRestore(ctx, store, requestFor(ctx, place)))
    : noteUnfinished(ctx, findUnfinished(store));
  const past = {
    timeline: await store.list(),
    state: readWorktreeState(store),
    imported: await store.listImported(),
  };
  const target = await namingOtherRoot(ctx, place, () =>
    namingFormerPath(store, () => findTarget(ctx, store, past, input)),
  );
  const { timeline, state } = timelineOf(target.snapshot, past);
  const conversation = all ? await planConversation(ctx, target) : undefined;
  const outcome = await restoreFiles(ctx, store, { target, timeline, state, place, input, applies });
  const { journal } = outcome;
  const takenBack = await noteTakenBack(ctx, { target, timeline, state });
  const elsewhere = await noteElsewhere(ctx, store, target, input.target);
  const failed = noteFailed(ctx, store, target);
  const note = joinNotes(earlier, target.note, failed, noteUncovered(outcome.now), takenBack, elsewhere);
  const shown = { ...outcome, target: target.label, snapshot: target.snapshot, note };
  const trees = { from: outcome.now.tree, to: target.snapshot.tree };
  const view = await viewRestore(ctx.redactor, store, shown, trees);
  const noted = isWanted && journal === null ? { ...view, note: joinNotes(PREVIEW_ONLY, earlier) } : view;
  if (!conversation) return noted;
  const next = journal && (await goBack(ctx, store, { conversation, target, journal }));
  return { ...noted, conversation: viewConversation(conversation, next) };
}

async function findTarget(
  ctx: Context,
  { worktree }: SnapshotStore,
  { timeline, state, imported }: Past,
  { target: text, session: key }: RestoreInput,
): Promise<RestoreTarget> {
  const all = [...timeline, ...imported];
  const session = key === undefined ? undefined : await resolveSessionId(ctx, all, key);
  return await findRestoreTarget(ctx, timeline, { text, session, imported, worktree, state });
}

interface RestoreScope {
  target: RestoreTarget;
  timeline: readonly Snapshot[];
  state: WorktreeState;
  place: GitLocation;
  input: RestoreInput;
  /** Otherwise, this is only the plan. */
  applies: boolean;
}

async function restoreFiles(
  ctx: Context,
  store: SnapshotStore,
  { target, timeline, state, place, input: { paths = [], overwrite, index }, applies }: RestoreScope,
) {
  if (index && paths.length > 0)
    throw new HoldfastError("invalid_input", "--index brings the whole index back, so it takes no paths.", {
      next: "Leave out the paths, or --index.",
    });
  const wanted = paths.map((path) => toWorktreePath({ cwd: ctx.caller.cwd, worktree: place.worktree }, path));
  const plan = (now: FilesNow) =>
    prepareRestore(ctx, store, { target, timeline, state, now, paths: wanted, overwrite, index });
  if (!applies) return await preview(store, plan);
  const sessions = await findWorkers(ctx, { target, timeline, state });
  const outcome = await runRestore(ctx, store, {
    kind: "restore",
    label: target.label,
    request: requestFor(ctx, place),
    undoes: null,
    sessions,
    restored: workOf(target, sessions),
    plan,
    begun: (journal) => notifySessions(ctx, store, { journal, target }),
  });
  await markRestored(ctx, store, outcome.journal);
  return outcome;
}

/** A moment of the directory at which nobody is known to have worked since is everybody's. */
function workOf({ session }: RestoreTarget, workers: readonly string[]): string[] | null {
  if (session !== null) return [...new Set([session, ...workers])];
  return workers.length === 0 ? null : [...workers];
}

/** Creates the conversation of that moment, which begins with what was restored and what was not. */
async function goBack(
  ctx: Context,
  store: SnapshotStore,
  {
    conversation,
    target,
    journal,
  }: { conversation: ConversationPlan; target: RestoreTarget; journal: Journal },
): Promise<ContinueCommand> {
  const sessionId = conversation.session.id;
  const notice = await composeNotice(ctx, store, { sessionId, restored: journal, target });
  return await createConversation(ctx, conversation, notice ?? "");
}

const PREVIEW_ONLY =
  "Nothing was changed: agents may not restore files unless the user sets snapshots.agentsMayRestore. Give the user the command `holdfast restore`.";

/** A person at a terminal or behind the API decides. An agent's tool call needs the person's setting. */
export function mayApply({ caller, config }: Pick<Context, "caller" | "config">): boolean {
  return caller.byTool !== true || config.snapshots.agentsMayRestore;
}

async function preview(store: SnapshotStore, plan: (now: FilesNow) => ReturnType<typeof prepareRestore>) {
  const { taken, plan: planned } = await planSafely(store, () => store.capture(), plan);
  const unfinished = findUnfinished(store);
  return { plan: unfinished ? withoutTemporary(planned, unfinished) : planned, journal: null, now: taken };
}

/** The capture of everything that is there before a restore. */
export function requestFor(
  { clock }: Pick<Context, "clock">,
  { worktree, head, branch }: GitLocation,
): SnapshotRequest {
  return {
    moment: "before_restore",
    worktree,
    session: null,
    agent: null,
    turn: null,
    checkpoint: null,
    name: null,
    gitHead: head,
    gitBranch: branch,
    at: clock(),
  };
}
