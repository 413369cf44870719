import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { IncomingPart } from "../../kernel/ports/remotes.ts";
import type { GitLocation, ProjectIdentity } from "../../kernel/ports/workspace.ts";
import { compareProjects } from "../../sessions/compare-projects.ts";
import type { Keys } from "../bundle/encryption.ts";
import type { WorkMarks } from "../compare-records.ts";
import { describeMissingFiles } from "../describe-missing-files.ts";
import { findAwaited } from "./find-awaited.ts";
import { openHead } from "./part-head.ts";
import { type ReceivedPart, receivePart } from "./receive-part.ts";
import { keysOf } from "./remote-keys.ts";
import { sessionEdits } from "./session-edits.ts";
import type { SyncState } from "./sync-state.ts";
import type { OpenRemote } from "./with-remote.ts";

/** What a broken connection costs at most, in sessions. */
const BATCH = 10;
const PART = /^sessions\/(mch_[0-9a-z]{16})\/(ses_\w{1,40}|notes)$/;

interface PullInput {
  location: GitLocation;
  dryRun: boolean;
}

export interface PullResult {
  parts: ReceivedPart[];
  warnings: string[];
}

interface Round extends PullInput {
  identity: ProjectIdentity;
  keys: Keys;
  machine: string;
  planned: Map<string, WorkMarks>;
}

/**
 * Takes over what other machines pushed and this one has not read. Each session is verified as a whole before anything of
 * it is written. A wrong key is noticed at the first one, and changes nothing.
 */
export async function pullSessions(
  ctx: Context,
  remote: OpenRemote,
  pulling: PullInput,
): Promise<PullResult> {
  const { link, settings, machine } = remote;
  const round = {
    ...pulling,
    machine,
    keys: keysOf(settings),
    identity: await ctx.workspace.identify(pulling.location.worktree),
    planned: new Map<string, WorkMarks>(),
  };
  const others = (await link.list()).filter(({ name }) => {
    const [, from] = PART.exec(name) ?? [];
    return from !== undefined && from !== machine;
  });
  const unread = others.filter(({ name, version }) => remote.state.pulled[name] !== version);
  const read = others.filter((entry) => !unread.includes(entry)).map(({ name }) => name);
  const { found, warnings } = await findAwaited(ctx, { names: read, ...remote, ...pulling });
  const names = [...unread.map(({ name }) => name), ...found];
  const done: PullResult = { parts: [], warnings };
  let { state } = remote;
  for (let at = 0; at < names.length; at += BATCH) {
    for await (const part of link.get(names.slice(at, at + BATCH))) {
      const { next, received, warnings } = await pullPart(ctx, part, { ...round, state });
      state = next;
      done.warnings.push(...warnings);
      if (received) done.parts.push(received);
      if (!pulling.dryRun) remote.save(state);
    }
  }
  return done;
}

interface PartResult {
  next: SyncState;
  received?: ReceivedPart;
  warnings: string[];
}

async function pullPart(
  ctx: Context,
  part: IncomingPart,
  round: Round & { state: SyncState },
): Promise<PartResult> {
  const { state, identity, keys } = round;
  const { name, version } = part;
  const read = { ...state, pulled: { ...state.pulled, [name]: version } };
  const head = part.head && (await openHead(part.head, keys));
  if (!head || head.session !== sessionIn(name))
    return { next: state, warnings: [`${name} in the remote cannot be read; it was left out.`] };
  const kinship = compareProjects(head.project, identity);
  if (kinship === "other" || kinship === "fork") return { next: read, warnings: [] };
  if (kinship === "unknown")
    return {
      next: state,
      warnings: [`${name} is of ${head.project.name}, which cannot be recognized as this project.`],
    };
  try {
    const received = await receivePart(ctx, { part, head, ...round });
    const next = await stateAfter(ctx, received, { state, read, name, machine: round.machine });
    return {
      next,
      received,
      warnings: [...received.warnings, ...received.missing.map((each) => describeMissingFiles(each, "pull"))],
    };
  } catch (error) {
    if (!(error instanceof HoldfastError) || error.code !== "state_corrupt") throw error;
    return { next: state, warnings: [`${name} in the remote is damaged; it was left out.`] };
  }
}

function sessionIn(name: string): string | null {
  const last = name.split("/").at(-1) ?? "";
  return last === "notes" ? null : last;
}

interface ReadPart {
  state: SyncState;
  /** The state once the part was read. */
  read: SyncState;
  name: string;
  machine: string;
}

/** What runs here now stays unread, so that a later pull completes it, and files without their commit wait for that. */
async function stateAfter(
  ctx: Context,
  { state: how, written, missing }: ReceivedPart,
  { state, read, name, machine }: ReadPart,
): Promise<SyncState> {
  if (how === "running") return state;
  const { [name]: _done, ...waiting } = read.waiting;
  const [needed] = missing.flatMap(({ session, commit }) => (commit === null ? [] : [{ session, commit }]));
  const next = { ...read, waiting: needed ? { ...waiting, [name]: needed } : waiting };
  return await withWritten(ctx, next, { written, machine });
}

/** From now on, a difference from what was written is a change of this machine. */
async function withWritten(
  ctx: Context,
  state: SyncState,
  { written, machine }: { written: ReceivedPart["written"]; machine: string },
): Promise<SyncState> {
  const session = written && (await ctx.store.getSession(written.id));
  if (!session) return state;
  const { fingerprint } = await sessionEdits(ctx, session, { state, machine });
  const known = { edits: { ...written.edits }, fingerprint };
  return { ...state, sessions: { ...state.sessions, [session.id]: known } };
}
