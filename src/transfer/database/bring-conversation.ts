import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { join } from "node:path";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { GitLocation } from "../../kernel/ports/workspace.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { MAX_PIECE, type PartInfo } from "../../kernel/storage/sharing-storage.ts";
import { shortSessionId } from "../../text/short-session-id.ts";
import { openBundle } from "../bundle/bundle-file.ts";
import type { BundledSession } from "../bundle/bundle-line.ts";
import { damaged } from "../bundle/read-lines.ts";
import { describeMissingFiles } from "../describe-missing-files.ts";
import { placeConversation } from "../place-conversation.ts";
import type { PlacedConversation } from "../placed-conversation.ts";
import { verifyBundle } from "../verify-bundle.ts";
import { verifyFiles } from "../verify-files.ts";
import { MOST_PIECES } from "./sharing.ts";

interface BringInput {
  session: Pick<SessionSummary, "id" | "nativeId">;
  part: PartInfo;
  location: GitLocation;
  /** A private directory, which no other process uses now. */
  directory: string;
  /** What the person ran. */
  again: "pull" | "continue";
}

export interface BringResult {
  /** Where the conversation is now; null if there is none, or if the one here goes on differently. */
  transcriptPath: string | null;
  /** It was not here yet. */
  isNew: boolean;
  /** The files that came, which wait until they are restored. */
  files: { session: string; snapshot: string }[];
  snapshots: number;
  /** A commit that its files need is missing, so that they can be brought later. */
  isWaiting: boolean;
  warnings: string[];
}

/**
 * Brings the conversation and the files that another machine put into the shared database. All is verified before anything
 * is written, and it can be repeated. The record is in the database already. Throws `state_corrupt` if the part is damaged.
 */
export async function bringConversation(ctx: Context, bringing: BringInput): Promise<BringResult> {
  const { session, part, location, directory, again } = bringing;
  const file = join(directory, "incoming.holdfast");
  const arriving = await ctx.snapshots.receive();
  try {
    await download(ctx, part, file);
    const contents = await verifyBundle(openBundle(file, { identities: [] }), arriving);
    const { complete, missing } = await verifyFiles(ctx, { arriving, location, contents });
    const ids = contents.sessions.map(({ session: { id } }) => id);
    if (ids.length !== 1 || ids[0] !== session.id)
      throw damaged("it holds another session than its name says");
    const placed = await place(ctx, file, location.worktree);
    const from = { machine: part.machine, now: ctx.clock() };
    const snapshots = await arriving.keep(location, complete, from);
    const outcome = outcomeOf(placed, session);
    return {
      ...outcome,
      files: complete.map(({ id }) => ({ session: session.id, snapshot: id })),
      snapshots,
      isWaiting: missing.some(({ commit }) => commit !== null),
      warnings: [...outcome.warnings, ...missing.map((each) => describeMissingFiles(each, again))],
    };
  } finally {
    await arriving.discard();
    await rm(file, { force: true });
  }
}

async function download({ store }: Pick<Context, "store">, part: PartInfo, file: string): Promise<void> {
  async function* pieces() {
    for (let number = 0; number <= MOST_PIECES; number += 1) {
      const piece = await store.getPiece(part, number);
      if (!piece) return;
      yield piece;
      if (piece.length < MAX_PIECE) return;
    }
    throw damaged("it is too large");
  }
  await rm(file, { force: true });
  await pipeline(Readable.from(pieces()), createWriteStream(file, { flags: "wx", mode: 0o600 }));
}

interface PlaceResult {
  conversation: PlacedConversation;
  outcome: Awaited<ReturnType<PlacedConversation["finish"]>>;
}

async function place(ctx: Context, file: string, worktree: string): Promise<PlaceResult | undefined> {
  let session: BundledSession | undefined;
  let conversation: PlacedConversation | undefined;
  try {
    for await (const line of openBundle(file, { identities: [] })) {
      if (line.type === "session") session = line.session;
      if (line.type !== "conversation" || !session) continue;
      const move = { from: session.worktree, to: worktree };
      conversation ??= await placeConversation(ctx, { session, path: line.path, move });
      await conversation?.add(line.part);
    }
    return conversation && { conversation, outcome: await conversation.finish() };
  } catch (error) {
    await conversation?.discard();
    throw error;
  }
}

function outcomeOf(placed: PlaceResult | undefined, { nativeId }: BringInput["session"]) {
  if (!placed) return { transcriptPath: null, isNew: false, warnings: [] };
  const { conversation, outcome } = placed;
  if (typeof outcome === "object") return { transcriptPath: null, isNew: false, warnings: [outcome.problem] };
  if (outcome !== "diverged")
    return { transcriptPath: conversation.path, isNew: outcome === "placed", warnings: [] };
  const kept = `The conversation ${shortSessionId(nativeId)} was continued here and there; the one here was kept.`;
  return { transcriptPath: null, isNew: false, warnings: [kept] };
}

const UNREADABLE: ReadonlySet<string> = new Set(["state_corrupt", "invalid_input", "unauthorized"]);

/** Says what to do about a part that cannot be read, instead of what to do about a file. */
export function damagedPart(
  error: unknown,
  { nativeId }: BringInput["session"],
  machine: string,
): HoldfastError {
  if (!(error instanceof HoldfastError) || !UNREADABLE.has(error.code)) throw error;
  const message = `What ${machine} pushed of session ${shortSessionId(nativeId)} is damaged; it was left out.`;
  return new HoldfastError("state_corrupt", message, {
    cause: error,
    next: "Run `holdfast push` on that machine again, or `holdfast continue` with --fresh. Nothing was changed here.",
  });
}
