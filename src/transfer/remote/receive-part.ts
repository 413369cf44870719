import type { Context } from "../../kernel/context.ts";
import type { IncomingPart } from "../../kernel/ports/remotes.ts";
import type { ArrivingFiles } from "../../kernel/ports/snapshots.ts";
import type { GitLocation } from "../../kernel/ports/workspace.ts";
import { ensureProject } from "../../sessions/locate-directory.ts";
import { openBundle } from "../bundle/bundle-file.ts";
import type { BundleLine } from "../bundle/bundle-line.ts";
import type { Keys } from "../bundle/encryption.ts";
import { damaged } from "../bundle/read-lines.ts";
import type { WorkMarks } from "../compare-records.ts";
import type { MissingFiles } from "../describe-missing-files.ts";
import { type Fork, forkLines, forkNativeId } from "../fork-lines.ts";
import { describeUntouched, importLines } from "../import-lines.ts";
import { emptyTally, type Tally } from "../transfer.ts";
import { type BundleContents, verifyBundle } from "../verify-bundle.ts";
import { keepFiles, verifyFiles } from "../verify-files.ts";
import { type Edits, mergeEdits } from "./compare-edits.ts";
import { type ComparisonResult, comparePart } from "./compare-part.ts";
import type { PartHead } from "./part-head.ts";
import type { SyncState } from "./sync-state.ts";

export interface ReceivedPart extends Tally {
  machine: string;
  sessionId: string | null;
  nativeId: string;
  /** The agent's id of the session here beside which it is a fork. */
  forkOf: string | null;
  agent: string;
  title: string;
  lastSeenAt: number;
  state: ComparisonResult["state"];
  /** The session that was written, and which changes it contains now. */
  written?: { id: string; edits: Edits };
  files: { session: string; snapshot: string }[];
  /** The files that need a commit that is not here. */
  missing: MissingFiles[];
  warnings: string[];
}

interface ReceiveInput {
  part: IncomingPart;
  head: PartHead;
  keys: Keys;
  location: GitLocation;
  dryRun: boolean;
  state: SyncState;
  machine: string;
  /** What a dry run would have written by now, by the id of the session. */
  planned: Map<string, WorkMarks>;
}

/** Verifies a part as a whole, and then imports it. Throws `state_corrupt` before anything was written. */
export async function receivePart(ctx: Context, receiving: ReceiveInput): Promise<ReceivedPart> {
  const { part, head, keys, location, dryRun } = receiving;
  const lines = () => openBundle(part.content, keys);
  const arriving = await ctx.snapshots.receive();
  try {
    const contents = await verifyBundle(lines(), arriving);
    checkSessions(contents, head);
    const compared = await comparePart(ctx, receiving, contents);
    const { state, fork } = compared;
    const about = {
      ...describe(ctx, contents, fork),
      state,
      ...emptyTally(),
      files: [],
      missing: [],
      warnings: [],
    };
    if (state === "running" || state === "foreign")
      return { ...about, warnings: [describeUntouched(state, about.nativeId) ?? ""] };
    if (dryRun) plan(receiving, contents, compared);
    if (isComplete(receiving, compared)) return about;
    if (dryRun)
      return { ...about, missing: (await verifyFiles(ctx, { arriving, location, contents })).missing };
    const written = writtenBy(head, { ...receiving, compared });
    const result = await write(ctx, { contents, arriving, location, lines, compared, ...written });
    return { ...about, ...written, ...result };
  } finally {
    await arriving.discard();
  }
}

/** A part holds what its name says, so that one machine cannot replace a session by way of another one. */
function checkSessions({ sessions }: BundleContents, { session }: PartHead): void {
  const ids = sessions.map((each) => each.session.id);
  if (ids.length !== (session === null ? 0 : 1) || (session !== null && ids[0] !== session))
    throw damaged("it holds another session than its name says");
}

/** A later part of the same session is compared with this one. */
function plan(
  { planned }: ReceiveInput,
  { sessions: [bundled] }: BundleContents,
  { state, fork }: ComparisonResult,
): void {
  if (bundled && state !== "known") planned.set(fork?.id ?? bundled.session.id, bundled.marks);
}

/** This machine has all of it, also the files. */
function isComplete({ part, state: { waiting } }: ReceiveInput, { state }: ComparisonResult): boolean {
  return state === "known" && waiting[part.name] === undefined;
}

function writtenBy(
  { session, edits: theirs }: PartHead,
  { compared: { state, fork, edits }, machine }: { compared: ComparisonResult; machine: string },
) {
  if (state === "known") return {};
  // Nobody worked in the fork on this machine, so it is none of its sessions to push.
  if (fork) return { written: { id: fork.id, edits: { ...theirs, [machine]: 0 } } };
  return session === null ? {} : { written: { id: session, edits: mergeEdits(edits, theirs) } };
}

interface WriteInput extends Pick<ReceiveInput, "location"> {
  contents: BundleContents;
  arriving: ArrivingFiles;
  lines(): AsyncIterable<BundleLine>;
  compared: ComparisonResult;
  written?: ReceivedPart["written"];
}

/** As an import does it. The files of a fork belong to the fork. Of what is known, only the files were missing. */
async function write(ctx: Context, { contents, arriving, location, lines, compared, written }: WriteInput) {
  const { complete, missing } = await verifyFiles(ctx, { arriving, location, contents });
  const { projectRoot: root } = location;
  const projectId = await ensureProject(ctx, { root, name: contents.project.name, at: ctx.clock() });
  const destination = { projectId, worktree: location.worktree, machine: contents.machine };
  const { fork, relation } = compared;
  const [bundled] = contents.sessions;
  const forks = new Map(fork && bundled ? [[bundled.session.id, fork]] : []);
  const relations = new Map(relation && written ? [[written.id, relation]] : []);
  const imported =
    compared.state === "known"
      ? { ...emptyTally(), warnings: [] }
      : await importLines(ctx, forkLines(lines(), forks), { ...destination, relations });
  const own = complete.map((each) => ({ ...each, session: fork?.id ?? each.session }));
  const { snapshots, files } = await keepFiles(ctx, { arriving, location, destination }, own);
  return { ...imported, snapshots, files, missing };
}

function describe(ctx: Context, { machine, sessions: [first] }: BundleContents, fork: Fork | undefined) {
  if (!first)
    return { machine, sessionId: null, nativeId: "", forkOf: null, agent: "", lastSeenAt: 0, title: "" };
  const { id, nativeId, agent, lastSeenAt } = first.session;
  return {
    machine,
    sessionId: id,
    nativeId: fork ? forkNativeId(fork.id) : nativeId,
    forkOf: fork ? nativeId : null,
    agent,
    lastSeenAt,
    title: ctx.redactor.text(first.title),
  };
}
