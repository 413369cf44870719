import type { Context } from "../../kernel/context.ts";
import type { IncomingPart } from "../../kernel/ports/remotes.ts";
import type { ArrivingFiles } from "../../kernel/ports/snapshots.ts";
import type { GitLocation } from "../../kernel/ports/workspace.ts";
import { openBundle } from "../bundle/bundle-file.ts";
import type { BundleLine } from "../bundle/bundle-line.ts";
import type { Keys } from "../bundle/encryption.ts";
import { damaged } from "../bundle/read-lines.ts";
import { importLines } from "../import-lines.ts";
import { type Survey, surveyBundle } from "../survey-bundle.ts";
import { emptyTally, type Tally } from "../transfer.ts";
import { keepFiles, verifyFiles } from "../verify-files.ts";
import { compareEdits, type Edits, mergeEdits } from "./compare-edits.ts";
import { forkId, forkLines } from "./fork-lines.ts";
import type { PartHead } from "./part-head.ts";
import { sessionEdits } from "./session-edits.ts";
import type { SyncState } from "./sync-state.ts";

/**
 * What a pull does with a session. `known`: this machine has all of it. `forked`: it was continued here and there; the one
 * here stays, and the other becomes a fork of it.
 */
export const RECEIVED = ["new", "newer", "known", "forked"] as const;

export interface ReceivedPart extends Tally {
  machine: string;
  sessionId: string | null;
  nativeId: string;
  agent: string;
  title: string;
  lastSeenAt: number;
  state: (typeof RECEIVED)[number];
  /** The session that was written, and which changes it contains now. */
  written?: { id: string; edits: Edits };
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
    const { state, edits } = await compare(ctx, receiving);
    const about = { ...describe(ctx, survey), state, ...emptyTally(), files: [], warnings: [] };
    if (state === "known" || dryRun) return about;
    const source = /^sessions\/(\w+)/.exec(part.name)?.[1] ?? "";
    const isFork = state === "forked";
    const written = isFork ? forkedBy(head, { source, machine: receiving.machine }) : writtenBy(head, edits);
    const all = isFork ? () => forkLines(lines(), source) : lines;
    return {
      ...about,
      ...written,
      ...(await write(ctx, { survey, arriving, location, lines: all, ...written })),
    };
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

/** How what came relates to what is here, and which changes the session here contains. */
async function compare(
  ctx: Context,
  { head, state, machine }: Receiving,
): Promise<{ state: ReceivedPart["state"]; edits: Edits }> {
  const session = head.session === null ? undefined : await ctx.store.getSession(head.session);
  if (!session) return { state: head.session === null ? "newer" : "new", edits: {} };
  const { edits } = await sessionEdits(ctx, session, { state, machine });
  // The same, by whatever way it came here, such as a pull that was killed before it noted what it wrote.
  if (session.lastSeenAt === head.lastSeenAt && session.promptCount === head.promptCount)
    return { state: "newer", edits: state.sessions[session.id]?.edits ?? edits };
  return { state: RELATIONS[compareEdits(edits, head.edits)], edits };
}

const RELATIONS = { same: "known", ahead: "known", behind: "newer", diverged: "forked" } as const;

function writtenBy({ session, edits: theirs }: PartHead, edits: Edits) {
  return session === null ? {} : { written: { id: session, edits: mergeEdits(edits, theirs) } };
}

/** Nobody worked in the fork on this machine, so it is none of its sessions to push. */
function forkedBy({ session, edits }: PartHead, { source, machine }: { source: string; machine: string }) {
  return { written: { id: forkId(session ?? "", source), edits: { ...edits, [machine]: 0 } } };
}

interface Writing extends Pick<Receiving, "location"> {
  survey: Survey;
  arriving: ArrivingFiles;
  lines(): AsyncIterable<BundleLine>;
  written?: ReceivedPart["written"];
}

/** As an import does it. The files of a fork belong to the fork. */
async function write(ctx: Context, { survey, arriving, location, lines, written }: Writing) {
  const { complete, warnings } = await verifyFiles(ctx, { arriving, location, survey });
  const { id: projectId } = await ctx.store.ensureProject({
    id: ctx.newId("prj"),
    root: location.projectRoot,
    name: survey.project.name,
    createdAt: ctx.clock(),
  });
  const destination = { projectId, worktree: location.worktree, machine: survey.machine };
  const imported = await importLines(ctx, lines(), destination);
  const own = complete.map((each) => ({ ...each, session: written?.id ?? each.session }));
  const { snapshots, files } = await keepFiles(ctx, { arriving, location, destination }, own);
  return { ...imported, snapshots, files, warnings: [...imported.warnings, ...warnings] };
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
