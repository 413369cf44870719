import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { Snapshot } from "../../kernel/snapshot.ts";
import { FileChangeView, viewFileChanges } from "../file-changes-view.ts";
import { resolveSessionId } from "../find-target.ts";
import { groupByTurn, type TurnChanges } from "../turn-changes.ts";

const MAX_TURNS = 20;
const MAX_FILES = 200;
const MAX_PATCH = 200_000;

export const changes = defineOperation({
  name: "changes",
  group: "files",
  summary: "Show which files each turn changed",
  positional: ["of"],
  tool: "files_changes",
  guidance: "Lists the files that turns of this directory's sessions changed, by tools or through the shell.",
  readOnly: true,
  input: z.object({
    of: z.string().max(200).optional().describe("Turn number or session (default: the newest turns)"),
    session: z.string().max(200).optional().describe("Session of a turn number (default: all)"),
    patch: flag("Also show the changed lines"),
    limit: z.coerce.number().int().min(1).max(MAX_TURNS).default(5).describe("Maximum number of turns"),
  }),
  output: z.object({
    turns: z.array(
      z.object({
        session: z.string(),
        turn: z.number(),
        /** Whether another turn was running at the same time. */
        shared: z.boolean(),
        files: z.array(FileChangeView),
        fileCount: z.number(),
        /** The changed lines, if they were asked for. */
        patch: z.string().nullable(),
      }),
    ),
    /** Why files could not be captured recently, newest last. */
    problems: z.array(z.string()),
  }),
  async run(ctx, { of, session, patch, limit }) {
    const place = await ctx.workspace.locate(ctx.caller.cwd);
    const turn = of !== undefined && /^\d{1,6}$/.test(of) ? Number(of) : undefined;
    const key = turn === undefined ? (of ?? session) : session;
    const failures = ctx.snapshots.failures().filter(({ worktree }) => worktree === place.worktree);
    const turns = await ctx.snapshots.read(place, async (store) => {
      const timeline = await store.list();
      const wanted = key === undefined ? undefined : await resolveSessionId(ctx, timeline, key);
      const groups = groupByTurn(await readSteps(store, timeline))
        .filter((group) => wanted === undefined || group.session === wanted)
        .filter((group) => turn === undefined || group.turn === turn);
      const shown = groups.slice(-limit);
      return await Promise.all(shown.map((group) => viewTurn(ctx, store, group, patch)));
    });
    return {
      turns: turns ?? [],
      problems: failures.slice(-3).map(({ reason }) => ctx.redactor.text(reason)),
    };
  },
});

async function readSteps(store: SnapshotStore, timeline: readonly Snapshot[]) {
  const compared = await store.compare(timeline.map(({ tree }) => tree));
  return timeline.slice(1).map((snapshot, index) => ({
    snapshot,
    before: timeline[index]?.id ?? "",
    from: timeline[index]?.tree ?? snapshot.tree,
    to: snapshot.tree,
    changes: compared[index] ?? [],
  }));
}

async function viewTurn(
  { redactor }: Pick<Context, "redactor">,
  store: SnapshotStore,
  { session, turn, shared, from, to, changes: changed }: TurnChanges,
  patch: boolean,
) {
  const lines = await store.countLines(from, to);
  return {
    session,
    turn,
    shared,
    files: viewFileChanges(redactor, changed, { lines, limit: MAX_FILES }),
    fileCount: changed.length,
    patch: patch ? redactor.text(await store.patch(from, to, MAX_PATCH)) : null,
  };
}
