import { catchUp } from "../capture/read-transcript-tail.ts";
import { callerSession, liveSessions } from "../checkpoints/caller-session.ts";
import type { CheckpointView } from "../checkpoints/checkpoint-view.ts";
import { type SaveInput, storeCheckpoint } from "../checkpoints/save-checkpoint.ts";
import type { Context } from "../kernel/context.ts";
import type { Session } from "../kernel/record.ts";
import { findSessionHere } from "../recovery/work/find-work-to-resume.ts";
import { locateDirectory } from "../sessions/locate-directory.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import { withSaveLock } from "./files/save-lock.ts";
import { findPlacesDirectory } from "./find-places-directory.ts";
import { gatherPlace, type PlaceWords } from "./gather-place.ts";
import type { SavedPlace } from "./saved-place.ts";
import { restoreHint } from "./skill-hints.ts";
import { type PlaceFiles, writePlaceFiles } from "./write-place-files.ts";

export interface SavePlaceResult {
  checkpoint: CheckpointView;
  place: SavedPlace;
  files: PlaceFiles;
  warnings: string[];
}

interface SaveContent {
  input: SaveInput;
  place: SavedPlace;
}

/** Saves a checkpoint with the place in its state, and writes the files by which the next session finds the place. */
export async function savePlace(ctx: Context, input: SaveInput, words: PlaceWords): Promise<SavePlaceResult> {
  const at = ctx.clock();
  const located = await locateDirectory(ctx, ctx.caller.cwd, at);
  const directory = findPlacesDirectory(ctx, { ...located, cwd: ctx.caller.cwd });
  const warnings: string[] = [];
  const warn = (text: string) => warnings.push(text);
  return await withSaveLock(ctx.processes, { directory, warn }, async () => {
    const session = await sessionToSave(ctx, located.worktree, input);
    const identity = identifySession(ctx, directory, session);
    if (identity.nativeId === undefined && holdsNothing(ctx, input)) warn(NOTHING_HELD);
    const { config } = ctx;
    const branch = located.gitBranch;
    const nativeId = session?.nativeId ?? ctx.caller.nativeSession;
    const { capture } = session ?? {};
    const gathered = gatherPlace({ directory, config, words, nativeId, capture, branch, voluntary: true });
    const clean = ctx.redactor.json({ input, place: gathered } as never) as SaveContent;
    const { place } = clean;
    const more = isAsked(input, words) ? { place: { ...place } } : {};
    const work = { ...located, session };
    const checkpoint = await storeCheckpoint(ctx, { input: clean.input, more, work });
    const agent = session?.agent ?? ctx.caller.agent;
    const files = writePlaceFiles(
      {
        directory,
        place,
        checkpointId: checkpoint.id,
        session: identity,
        at,
        restoreHint: agent === undefined ? undefined : restoreHint(ctx, { agent }),
      },
      warn,
    );
    return { checkpoint, place, files, warnings };
  });
}

/**
 * The session whose work is saved: the calling one or, for a person when no agent runs here, the one that a session
 * starting here would continue, since otherwise the checkpoint would hold nothing and be preferred to that work.
 */
async function sessionToSave(
  ctx: Context,
  worktree: string,
  { state }: Pick<SaveInput, "state">,
): Promise<Session | undefined> {
  const calling = await callerSession(ctx, worktree);
  if (calling || ctx.caller.agent !== undefined || state !== undefined) return calling;
  // Several are running, so that it is not known which one is meant.
  if ((await liveSessions(ctx, worktree)).length > 0) return undefined;
  const earlier = await findSessionHere(ctx);
  return earlier && (await catchUp(ctx, earlier));
}

const NOTHING_HELD =
  "It holds only the files as they are now, since no agent session was found here, or several could be meant. To save the work of one: `holdfast save --session <id>`; `holdfast continue --plain` lists them.";

/** A program says with its state what is saved, and an agent that is not captured what it is about to do. */
function holdsNothing({ caller }: Pick<Context, "caller">, { state, digest, decisions }: SaveInput): boolean {
  return caller.agent === undefined && [state, digest, decisions].every((given) => given === undefined);
}

/** A state that a caller gives is stored as it is, unless the caller also says something about the place. */
function isAsked({ state }: SaveInput, { task, stage, note }: PlaceWords): boolean {
  return state === undefined || [task, stage, note].some((word) => word !== undefined);
}

/**
 * Identifies the session by its agent's id, which may be known even if nothing was captured. Outside an agent, it is
 * the session that another tool noted last in a shared directory (P22).
 */
function identifySession(
  { caller }: Pick<Context, "caller">,
  directory: PlacesDirectory,
  session: Session | undefined,
) {
  return {
    isExpected: caller.agent !== undefined || session !== undefined,
    nativeId:
      session?.nativeId ??
      caller.nativeSession ??
      directory.shared?.readState(undefined)?.session ??
      undefined,
    transcriptPath: session?.transcriptPath ?? null,
  };
}
