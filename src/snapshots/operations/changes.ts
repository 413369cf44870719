import * as z from "zod";
import { FileChangeView, viewFileChanges } from "../../checkpoints/file-changes-view.ts";
import { comparePermissions, withoutAccompanying } from "../../checkpoints/permission-changes.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { FileChange, SnapshotPlace, SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";
import { awaitRequests } from "../await-requests.ts";
import { findElsewhere } from "../find-elsewhere.ts";
import { resolveSessionId } from "../find-restore-target.ts";
import { findFormerPath, namingFormerPath } from "../former-path.ts";
import { nameSessions } from "../name-sessions.ts";
import { noteUncovered } from "../note-uncovered.ts";
import { namingOtherRoot, noteOfOtherRoot } from "../other-root.ts";
import { refuseUnknownTurn } from "../refuse-unknown-turn.ts";
import { findUnfinished, noteUnfinished } from "../restore/unfinished-restore.ts";
import { joinNotes } from "../restore-target.ts";
import { findSessionsHere } from "../sessions-here.ts";
import { splitLatest } from "../split-latest.ts";
import { groupByTurn, type TurnChanges, type TurnStep } from "../turn-changes.ts";
import { readWorktreeState, type WorktreeState } from "../worktree-state.ts";

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
        /** The agent's own id of the session, shortened; the internal one if its record is gone. */
        shownSession: z.string(),
        turn: z.number(),
        /** Whether another turn was running at the same time. */
        shared: z.boolean(),
        files: z.array(FileChangeView),
        fileCount: z.number(),
        /** The changed lines, if they were asked for. */
        patch: z.string().nullable(),
      }),
    ),
    /** When the files of turns went back, by the agent's own rewind or by hand, oldest first. */
    rewinds: z.array(
      z.object({
        session: z.string(),
        shownSession: z.string(),
        /** The files are as they were before this turn. */
        turn: z.number(),
        at: z.string(),
      }),
    ),
    /** The session that a turn number means in `restore`; null if there is none. */
    newest: z.string().nullable(),
    /** Other worktrees of the project where these sessions changed files. */
    elsewhere: z.array(z.string()),
    /** Where the files of this directory were captured before it was moved; null if it was not. */
    formerPath: z.string().nullable(),
    /** What can be done about what is not captured now; where turns were captured while another directory was the root. */
    note: z.string().nullable(),
    /** That a restore or an undo was interrupted, and what completes it; null if none was. */
    unfinished: z.string().nullable(),
    /** Why files could not be captured recently, newest last. */
    problems: z.array(z.string()),
  }),
  async run(ctx, { of, session, patch, limit }) {
    await awaitRequests(ctx);
    const place = await ctx.workspace.locate(ctx.caller.cwd);
    const turn = of !== undefined && /^\d{1,6}$/.test(of) ? Number(of) : undefined;
    const key = turn === undefined ? (of ?? session) : session;
    const failures = ctx.snapshots.failures().filter(({ worktree }) => worktree === place.worktree);
    const found = await ctx.snapshots.read(place, async (store) => {
      const timeline = await store.list();
      const wanted = key === undefined ? undefined : await resolveSessionId(ctx, timeline, key);
      const latest = await readLatest(ctx, place, timeline);
      const groups = groupByTurn([...(await readSteps(store, timeline)), ...latest.steps])
        .filter((group) => wanted === undefined || group.session === wanted)
        .filter((group) => turn === undefined || group.turn === turn);
      if (turn !== undefined && groups.length === 0)
        await namingOtherRoot(ctx, place, () =>
          namingFormerPath(store, () => refuseUnknownTurn(ctx, timeline, { turn, session: wanted })),
        );
      const shown = groups.slice(-limit);
      const names = await nameSessions(
        ctx.store,
        shown.map((group) => group.session),
      );
      const turns = await Promise.all(
        shown.map(async (group) => ({
          shownSession: names(group.session),
          ...(await viewTurn(ctx, store, group, patch)),
        })),
      );
      const rewinds = await viewRewinds(ctx, timeline, { wanted, limit });
      const sessions = new Set(wanted === undefined ? timeline.map(({ session }) => session) : [wanted]);
      const elsewhere = await findElsewhere(ctx, store, { sessions, since: timeline[0]?.createdAt ?? 0 });
      const { newest } = await findSessionsHere(ctx, { ...place, own: timeline, imported: [] });
      return {
        turns,
        rewinds,
        newest: newest ?? null,
        elsewhere,
        formerPath: await findFormerPath(store),
        problem: latest.problem,
        note: latest.note,
        unfinished: noteUnfinished(ctx, findUnfinished(store)),
      };
    });
    const { turns, rewinds, newest, elsewhere, formerPath, problem, note, unfinished } = found ?? NOTHING;
    const redact = (text: string | null) => text && ctx.redactor.text(text);
    const otherRoot = turns.length === 0 ? await noteOfOtherRoot(ctx, place) : null;
    const problems = [...failures.map(({ reason }) => reason), ...problem];
    return {
      turns,
      rewinds,
      newest,
      elsewhere: elsewhere.map((path) => ctx.redactor.text(path)),
      formerPath: redact(formerPath),
      note: redact(joinNotes(note, otherRoot)),
      unfinished,
      problems: problems.slice(-3).map((reason) => ctx.redactor.text(reason)),
    };
  },
});

const NOTHING = {
  turns: [],
  rewinds: [],
  newest: null,
  elsewhere: [],
  formerPath: null,
  problem: [],
  note: null,
  unfinished: null,
};

async function viewRewinds(
  { store }: Pick<Context, "store">,
  timeline: readonly Snapshot[],
  { wanted, limit }: { wanted: string | undefined; limit: number },
) {
  const found = timeline.flatMap(({ session, wentBackTo: turn, createdAt }) =>
    session === null || turn === null || (wanted !== undefined && session !== wanted)
      ? []
      : [{ session, turn, at: new Date(createdAt).toISOString() }],
  );
  const shown = found.slice(-limit);
  const names = await nameSessions(
    store,
    shown.map(({ session }) => session),
  );
  return shown.map((each) => ({ ...each, shownSession: names(each.session) }));
}

async function readSteps(store: SnapshotStore, timeline: readonly Snapshot[]): Promise<TurnStep[]> {
  const compared = await store.compare(timeline.map(({ tree }) => tree));
  const permissions = await comparePermissions(store, timeline);
  return timeline.slice(1).map((snapshot, index) => ({
    snapshot,
    before: timeline[index]?.id ?? "",
    from: timeline[index]?.tree ?? snapshot.tree,
    to: snapshot.tree,
    changes: [...markUncovered(compared[index] ?? [], snapshot), ...(permissions[index] ?? [])],
  }));
}

/** `note`: what can be done about what is not captured, or is missing. */
interface Latest {
  steps: TurnStep[];
  note: string | null;
}

const NOT_CAPTURED: Latest = { steps: [], note: null };

/** What changed since the last snapshot: after an agent was killed, nobody has captured it yet. */
async function readLatest(
  ctx: Context,
  place: SnapshotPlace,
  timeline: readonly Snapshot[],
): Promise<Latest & { problem: string[] }> {
  const last = timeline.at(-1);
  if (!last || !ctx.config.snapshots.enabled) return { ...NOT_CAPTURED, problem: [] };
  try {
    const found = await ctx.snapshots.use(place, (store) => compareNow(ctx, store, last));
    return { ...found, problem: [] };
  } catch (error) {
    // What was captured before is shown all the same.
    if (!(error instanceof HoldfastError)) throw error;
    return { ...NOT_CAPTURED, problem: [error.message] };
  }
}

async function compareNow(ctx: Context, store: SnapshotStore, last: Snapshot): Promise<Latest> {
  const state = readWorktreeState(store);
  const captured = await store.capture();
  const { tree } = captured;
  const [compared = []] = await store.compare([last.tree, tree]);
  const changes = markUncovered(compared, captured);
  const [permissions = []] = await comparePermissions(store, [last, captured]);
  const all = [...changes, ...permissions];
  const steps = await splitLatest(ctx, store, { before: last.id, changes: all, state });
  return {
    steps: steps.map((step) => ({ ...step, from: last.tree, to: tree })),
    note: joinNotes(noteUncovered(captured), noteRecreated(state, changes)),
  };
}

/** The turn that deleted the directory shows nothing, since its files are those of another one. */
function noteRecreated(
  { isRecreated, running, ended }: WorktreeState,
  changes: readonly FileChange[],
): string | null {
  const turn = running.at(-1)?.turn ?? ended.at(-1)?.turn;
  if (!isRecreated || turn === undefined || changes.every(({ after }) => after !== null)) return null;
  return `When files were captured last, another directory was here. To bring back what is missing: \`holdfast restore ${turn}\`.`;
}

/** Marks files that only seem to be gone, since the snapshot does not cover them. */
function markUncovered(
  changes: readonly FileChange[],
  { uncovered }: Pick<Snapshot, "uncovered">,
): FileChange[] {
  const paths = new Set(uncovered.map(({ path }) => path));
  const directories = uncovered.map(({ path }) => path).filter((path) => path.endsWith("/"));
  const isLeft = (path: RawPath) => paths.has(path) || directories.some((each) => path.startsWith(each));
  return changes.map((change) =>
    change.after === null && isLeft(change.path) ? { ...change, uncovered: true } : change,
  );
}

async function viewTurn(
  { redactor }: Pick<Context, "redactor">,
  store: SnapshotStore,
  { session, turn, shared, from, to, changes: changed }: TurnChanges,
  patch: boolean,
) {
  const lines = await store.countLines(from, to);
  const files = withoutAccompanying(changed);
  return {
    session,
    turn,
    shared,
    files: viewFileChanges(redactor, files, { lines, limit: MAX_FILES }),
    fileCount: files.length,
    patch: patch ? redactor.text(await store.patch(from, to, MAX_PATCH)) : null,
  };
}
