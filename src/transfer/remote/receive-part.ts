import type { Context } from "../../kernel/context.ts";
import type { IncomingPart } from "../../kernel/ports/remotes.ts";
import type { GitLocation } from "../../kernel/ports/workspace.ts";
import { shortSessionId } from "../../text/short-session-id.ts";
import { openBundle } from "../bundle/bundle-file.ts";
import type { Keys } from "../bundle/encryption.ts";
import { damaged } from "../bundle/read-lines.ts";
import { importLines } from "../import-lines.ts";
import { type Survey, surveyBundle } from "../survey-bundle.ts";
import { emptyTally, type Tally } from "../transfer.ts";
import { keepFiles, verifyFiles } from "../verify-files.ts";
import { compareEdits } from "./compare-edits.ts";
import type { PartHead } from "./part-head.ts";
import { sessionEdits } from "./session-edits.ts";
import type { SyncState } from "./sync-state.ts";

/**
 * What a pull does with a session. `known`: this machine has all of it. `diverged`: it was continued here and there; the one
 * here stays.
 */
export const RECEIVED = ["new", "newer", "known", "diverged"] as const;

export interface ReceivedPart extends Tally {
  machine: string;
  sessionId: string | null;
  nativeId: string;
  agent: string;
  title: string;
  lastSeenAt: number;
  state: (typeof RECEIVED)[number];
  files: { session: string; snapshot: string }[];
  warnings: string[];
}

interface Receiving {
  part: IncomingPart;
  head: PartHead;
  keys: Keys;
  location: GitLocation;
  dryRun: boolean;
  state: SyncState;
  machine: string;
}

/** Verifies a part as a whole, and then imports it. Throws `state_corrupt` before anything was written. */
export async function receivePart(ctx: Context, receiving: Receiving): Promise<ReceivedPart> {
  const { part, head, keys, location, dryRun } = receiving;
  const lines = () => openBundle(part.content, keys);
  const arriving = await ctx.snapshots.receive();
  try {
    const survey = await surveyBundle(lines(), arriving);
    checkSessions(survey, head);
    const state = await stateOf(ctx, receiving);
    const about = { ...describe(ctx, survey), state, ...emptyTally(), files: [], warnings: [] };
    if (state === "known" || dryRun) return about;
    if (state === "diverged")
      return {
        ...about,
        warnings: [
          `Session ${shortSessionId(about.nativeId)} was continued here and on ${head.machine}; the one here was kept.`,
        ],
      };
    const { complete, warnings } = await verifyFiles(ctx, { arriving, location, survey });
    const { id: projectId } = await ctx.store.ensureProject({
      id: ctx.newId("prj"),
      root: location.projectRoot,
      name: survey.project.name,
      createdAt: ctx.clock(),
    });
    const destination = { projectId, worktree: location.worktree, machine: survey.machine };
    const imported = await importLines(ctx, lines(), destination);
    const { snapshots, files } = await keepFiles(ctx, { arriving, location, destination }, complete);
    return { ...about, ...imported, snapshots, files, warnings: [...imported.warnings, ...warnings] };
  } finally {
    await arriving.discard();
  }
}

/** A part holds what its name says, so that one machine cannot replace a session by way of another one. */
function checkSessions({ sessions }: Survey, { session }: PartHead): void {
  const ids = sessions.map((each) => each.session.id);
  if (ids.length !== (session === null ? 0 : 1) || (session !== null && ids[0] !== session))
    throw damaged("it holds another session than its name says");
}

async function stateOf(ctx: Context, { head, state, machine }: Receiving): Promise<ReceivedPart["state"]> {
  if (head.session === null) return "newer";
  const session = await ctx.store.getSession(head.session);
  if (!session) return "new";
  // The same, by whatever way it came here.
  if (session.lastSeenAt === head.lastSeenAt && session.promptCount === head.promptCount) return "newer";
  const { edits } = await sessionEdits(ctx, session, { state, machine });
  return { same: "known", ahead: "known", behind: "newer", diverged: "diverged" }[
    compareEdits(edits, head.edits)
  ] as ReceivedPart["state"];
}

function describe(ctx: Context, { machine, sessions: [first] }: Survey) {
  const { id = null, nativeId = "", agent = "", lastSeenAt = 0 } = first?.session ?? {};
  return {
    machine,
    sessionId: id,
    nativeId,
    agent,
    lastSeenAt,
    title: ctx.redactor.text(first?.title ?? ""),
  };
}
