import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import { timeOf } from "../recovery/work/choose-among.ts";
import { findWork, type Work } from "../recovery/work/find-work.ts";
import { findWorkToResume } from "../recovery/work/find-work-to-resume.ts";
import { readWork } from "../recovery/work/read-work.ts";
import { bounded } from "../text/bounded.ts";
import { count } from "../text/phrases.ts";
import { type ChoiceAnswer, choosePending } from "./choose-pending.ts";
import { listPendingRestores, type PendingRestore } from "./files/pending-restores.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import { sessionKey } from "./files/session-key.ts";
import { type OpenedPlace, openFile, openPending } from "./open-pending.ts";
import { placeOfWork, readSavedPlace } from "./place-of-work.ts";
import type { SavedPlace } from "./saved-place.ts";

export interface FoundPlace extends OpenedPlace {
  /** The pending file that is consumed when the place is restored. */
  pending: PendingRestore | undefined;
  warnings: string[];
}

interface PlaceQuery extends ChoiceAnswer {
  id: string | undefined;
  /** The agent's id of the asking session. */
  own: string | undefined;
}

/** Finds the place to restore: the requested one, otherwise a pending one, otherwise the newest (P27-P31). */
export async function findPlace(
  ctx: Context,
  directory: PlacesDirectory,
  asking: PlaceQuery,
): Promise<FoundPlace> {
  const { id, own } = asking;
  const waiting = listPendingRestores(directory);
  if (id !== undefined) {
    const work = await findWork(ctx, id);
    const pending = waiting.find((each) => isOf(each, work));
    return {
      ...fromStore(work),
      pending: pending ?? (await findByContent(ctx, directory, { waiting, work })),
    };
  }
  const choice = choosePending(waiting, own, asking);
  switch (choice.type) {
    case "own":
      return {
        ...(await openPending(ctx, directory, choice.pending)),
        pending: choice.pending,
        warnings: [],
      };
    case "other": {
      const { pending } = choice;
      const warnings = own === undefined || own === pending.session ? [] : [mismatchWarning(pending, own)];
      return { ...(await openPending(ctx, directory, pending)), pending, warnings };
    }
    case "ask":
      throw await ambiguous(ctx, directory, { waiting, invalid: choice.invalid });
    case "none":
      return await findNewest(ctx, directory);
  }
}

/** Whether a pending place is the work that is resumed by its id. An older checkpoint of its session is not. */
function isOf({ session, target }: PendingRestore, work: Work): boolean {
  return work.type === "checkpoint"
    ? target === work.checkpoint.id
    : session === sessionKey(work.session.nativeId);
}

/** In a shared directory, a pending file names the file of a place, not the checkpoint that was saved with it. */
async function findByContent(
  ctx: Context,
  directory: PlacesDirectory,
  { waiting, work }: { waiting: readonly PendingRestore[]; work: Work },
): Promise<PendingRestore | undefined> {
  if (work.type !== "checkpoint" || work.checkpoint.sessionId === null) return undefined;
  const session = await ctx.store.getSession(work.checkpoint.sessionId);
  const own = waiting.find((each) => each.session === sessionKey(session?.nativeId));
  const saved = own && (await readSavedPlace(ctx, work.checkpoint));
  if (!saved) return undefined;
  try {
    const { place } = openFile(directory, own.target, own.path);
    return place && COMPARED.every((field) => place[field] === saved[field]) ? own : undefined;
  } catch {
    // It names no place file. That is said where it is resumed.
    return undefined;
  }
}

const COMPARED = ["voluntary", "task", "stage", "branch", "intent"] as const;

function fromStore(work: Work): FoundPlace {
  return { work, place: undefined, file: null, raw: null, pending: undefined, warnings: [] };
}

function mismatchWarning({ session }: PendingRestore, own: string): string {
  return `Session-id mismatch: the place belongs to the earlier session ${session}, not to ${own}.`;
}

/** The newest place in the store, or in the files, which another tool may have written. */
async function findNewest(ctx: Context, directory: PlacesDirectory): Promise<FoundPlace> {
  const file = directory.shared?.findNewestPlace();
  const work = await findWorkToResume(ctx).catch((error: unknown) => {
    if (file && error instanceof HoldfastError && error.code === "not_found") return undefined;
    throw error;
  });
  if (!file || (work && timeOf(work) > file.modifiedAt)) {
    if (work) return fromStore(work);
    throw new HoldfastError("not_found", "No place has been saved here yet.", {
      next: "Save one with `holdfast save`.",
    });
  }
  return { ...openFile(directory, file.path, directory.memory), work, pending: undefined, warnings: [] };
}

async function ambiguous(
  ctx: Context,
  directory: PlacesDirectory,
  { waiting, invalid }: { waiting: readonly PendingRestore[]; invalid: boolean },
): Promise<HoldfastError> {
  const listed = await Promise.all(waiting.map((pending) => describe(ctx, directory, pending)));
  const lines = listed.map(({ label }, index) => `  ${index + 1}. ${label}`);
  const choices = listed.map((choice, index) => ({ id: String(index + 1), ...choice }));
  const title = invalid ? "The list has no such number." : "Several saved places are pending:";
  return new HoldfastError("ambiguous_id", [title, ...lines].join("\n"), {
    details: {
      choices: [...choices, { id: "skip", label: "the newest, pending or not" }],
      field: "choice",
    },
    next: invalid
      ? "Choose again: `holdfast resume --choice <number>`; if that fails too, add --tries 1."
      : "Choose one: `holdfast resume --choice <number>`, or --choice skip for the newest.",
  });
}

/** Describes a place in one line, and with a preview for the person who chooses. */
async function describe(ctx: Context, directory: PlacesDirectory, pending: PendingRestore) {
  try {
    const { place, work, saved } = await openPending(ctx, directory, pending);
    const date = new Date(pending.savedAt).toISOString().slice(0, 16).replace("T", " ");
    const known =
      place ?? (work && (await placeOfWork(ctx, directory, { work: await readWork(ctx, work), saved })));
    const label = `Task: ${known?.task ?? "?"}  Branch: ${known?.branch ?? "unknown"}  (saved ${date} UTC)`;
    return { label, preview: known ? previewOf(known) : "" };
  } catch (error) {
    if (!(error instanceof HoldfastError)) throw error;
    return { label: `Session ${pending.session}: unreadable`, preview: error.message };
  }
}

/** About two lines in a terminal. */
const PREVIEW_CHARS = 160;

function previewOf({ stage, intent, unfinished, questions }: SavedPlace): string {
  const [next] = unfinished;
  const parts = [
    stage ?? "",
    bounded(intent ?? "", PREVIEW_CHARS / 2),
    next === undefined || next === intent ? "" : `next: ${next}`,
    questions.length === 0 ? "" : count(questions.length, "open question"),
  ];
  return bounded(parts.filter((part) => part !== "").join("; "), PREVIEW_CHARS);
}
