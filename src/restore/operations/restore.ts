import { realpathSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import * as z from "zod";
import { toRawPath } from "../../files/raw-path.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { GitLocation } from "../../kernel/ports/workspace.ts";
import type { RawPath, SnapshotRequest } from "../../kernel/snapshot.ts";
import { awaitRequests } from "../../snapshots/await-requests.ts";
import { findTarget, resolveSessionId } from "../../snapshots/find-target.ts";
import { findWorkers } from "../../snapshots/find-workers.ts";
import { finishRestore } from "../../snapshots/restore/finish-restore.ts";
import { prepareRestore } from "../../snapshots/restore/prepare-restore.ts";
import { RestoreView, viewRestore } from "../../snapshots/restore/restore-view.ts";
import { runRestore } from "../../snapshots/restore/run-restore.ts";
import { readWorktreeState } from "../../snapshots/worktree-state.ts";
import { notifySessions } from "../notice/notify-sessions.ts";

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
      .max(1_000)
      .optional()
      .describe("Files and directories (default: all)"),
    session: z.string().max(200).optional().describe("Session of a turn number (default: the newest here)"),
    overwrite: flag("Also restore files that somebody else changed since"),
    dryRun: flag("Show the plan and change nothing"),
    yes: flag("Restore; without it, only the plan is shown"),
  }),
  output: RestoreView,
  async run(ctx, { target: text, paths = [], session: key, overwrite, dryRun, yes }) {
    await awaitRequests(ctx);
    const place = await ctx.workspace.locate(ctx.caller.cwd);
    const wanted = paths.map((path) => toWorktreePath(ctx.caller.cwd, place.worktree, path));
    return await ctx.snapshots.use(place, async (store) => {
      await finishRestore(store);
      const timeline = await store.list();
      const session = key === undefined ? undefined : await resolveSessionId(ctx, timeline, key);
      const target = await findTarget(ctx, timeline, { text, session });
      const state = readWorktreeState(store);
      const plan = (tree: string) =>
        prepareRestore(ctx, store, { target, timeline, state, tree, paths: wanted, overwrite });
      const { label, snapshot, note } = target;
      const applies = yes && !dryRun && mayApply(ctx);
      const outcome = applies
        ? await runRestore(ctx, store, {
            kind: "restore",
            label,
            request: requestFor(ctx, place),
            undoes: null,
            sessions: await findWorkers(ctx, { target, timeline, state }),
            plan,
            begun: (journal) => notifySessions(ctx, store, { journal, target }),
          })
        : await preview(store, plan);
      const shown = { target: label, snapshot, plan: outcome.plan, journal: outcome.journal, note };
      const view = await viewRestore(ctx.redactor, store, shown, { from: outcome.tree, to: snapshot.tree });
      return yes && !dryRun && !applies ? { ...view, note: PREVIEW_ONLY } : view;
    });
  },
});

const PREVIEW_ONLY =
  "Nothing was changed: agents may not restore files unless the user sets snapshots.agentsMayRestore. Give the user the command `holdfast restore`.";

/** A person at a terminal or behind the API decides. An agent's tool call needs the person's setting. */
export function mayApply({ caller, config }: Pick<Context, "caller" | "config">): boolean {
  return caller.byTool !== true || config.snapshots.agentsMayRestore;
}

async function preview(store: SnapshotStore, plan: (tree: string) => ReturnType<typeof prepareRestore>) {
  const { tree } = await store.capture();
  return { plan: await plan(tree), journal: null, tree };
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

function toWorktreePath(cwd: string, worktree: string, path: string): RawPath {
  const found = relative(worktree, resolve(realpathSync.native(cwd), path));
  if (found.startsWith("..") || resolve(worktree, found) === found)
    throw new HoldfastError("invalid_input", `${path} is outside of ${worktree}.`);
  return toRawPath(found.split(sep).join("/"));
}
