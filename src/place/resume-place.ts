import { existsSync } from "node:fs";
import { callerSession } from "../checkpoints/caller-session.ts";
import type { TodoForm } from "../kernel/agent/agent.ts";
import type { Context } from "../kernel/context.ts";
import { findOtherLocation } from "../recovery/work/find-work-elsewhere.ts";
import { type LoadedWork, readWork } from "../recovery/work/read-work.ts";
import { type ShownWork, showWork } from "../recovery/work/show-work.ts";
import { bounded, oneLine } from "../text/bounded.ts";
import { count } from "../text/phrases.ts";
import { createDiscardWhenPrinted } from "./files/discard.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import { sessionKey } from "./files/session-key.ts";
import { findHeld } from "./find-held.ts";
import { type FoundPlace, findPlace } from "./find-place.ts";
import { findPlacesHere } from "./find-places-directory.ts";
import { applyHeldAnswer, type Held, NOTHING_HELD_DONE } from "./held/apply-held-answer.ts";
import { placeOfWork } from "./place-of-work.ts";
import { createTodoForms } from "./resumed/create-todo-forms.ts";
import { promptText } from "./resumed/prompt-text.ts";
import { restorePlace } from "./resumed/restore-place.ts";
import { type RestoredWork, restoredContext } from "./resumed/restored-context.ts";
import { artifactPaths, type SavedPlace } from "./saved-place.ts";

export interface ResumeInput {
  id?: string | undefined;
  yes: boolean;
  asReference: boolean;
  choice?: string | undefined;
  held?: string | undefined;
  replacement?: string | undefined;
  tries: number;
  page: number;
  format?: "md" | "json" | "prompt" | undefined;
}

/**
 * Shows the place to resume. With `yes`, also restores it, so that it is no longer pending; but only once it was printed,
 * since nobody has it before.
 */
export async function resumePlace(ctx: Context, input: ResumeInput) {
  const here = await locateCaller(ctx);
  const { directory, own } = here;
  const { id, choice, tries } = input;
  const found = await findPlace(ctx, directory, { id, choice, tries, own });
  const work = found.work && (await readWork(ctx, found.work));
  const shown = work ? await showWork(ctx, work, input.page) : emptyRecord(here.worktree, ctx.caller.cwd);
  const place = await readPlace(ctx, directory, { found, work });
  const warnings = [
    ...found.warnings,
    ...warnIfDamaged(found),
    ...warnIfOwnPlace(own, work),
    ...warnIfNoSuchPage(shown, input),
    ...(id === undefined ? await warnIfElsewhere(ctx, work) : []),
  ];
  const warn = warnOnce(warnings);
  const restored = input.yes && !input.asReference && place !== null;
  if (restored) await restorePlace(ctx, { directory, found, place, work, caller: here.caller, own, warn });
  const full = {
    ...shown,
    drift: [...shown.drift, ...findPlaceDrift(place, { branch: here.branch, isKnown: work !== undefined })],
  };
  const todoForms = await createTodoForms(ctx, shown.todos);
  return {
    ...full,
    place,
    file: found.file,
    raw: found.raw,
    restored,
    read: input.yes && place ? artifactPaths(place).filter((path) => existsSync(path)) : [],
    held: heldView(ctx, input, { directory, work, own, warn }),
    todoForms,
    text: formatText(ctx, input.format, { shown: full, place, forms: todoForms }),
    warnings,
  };
}

function warnOnce(warnings: string[]): (text: string) => void {
  return (text) => {
    if (!warnings.includes(text)) warnings.push(text);
  };
}

function formatText(
  ctx: Context,
  format: ResumeInput["format"],
  restored: RestoredWork & { forms: readonly TodoForm[] },
): string | null {
  if (format === "md") return restoredContext(restored);
  return format === "prompt" ? promptText(ctx, restored) : null;
}

/** Finds where the call comes from: its session, its worktree and the directory of its places. */
async function locateCaller(ctx: Context) {
  const here = await findPlacesHere(ctx);
  const { nativeSession, agent } = ctx.caller;
  const caller = agent === undefined ? undefined : await callerSession(ctx, here.worktree);
  return { ...here, caller, own: sessionKey(caller?.nativeId ?? nativeSession) };
}

/** The empty record for a place that is not in the store. */
function emptyRecord(worktree: string, directory: string): ShownWork {
  return {
    checkpoint: null,
    session: null,
    worktree,
    directory,
    sections: [],
    page: 1,
    pages: 1,
    state: null,
    phase: null,
    completed: [],
    pending: [],
    todos: [],
    decisions: [],
    files: [],
    next: null,
    drift: [],
    warning: null,
  };
}

async function readPlace(
  ctx: Context,
  directory: PlacesDirectory,
  { found, work }: { found: FoundPlace; work: LoadedWork | undefined },
): Promise<SavedPlace | null> {
  const { saved, raw } = found;
  const place =
    found.place ?? (work && raw === null ? await placeOfWork(ctx, directory, { work, saved }) : null);
  // Another tool's file was never redacted, and an older place was redacted by older rules.
  return place && (ctx.redactor.json(place as never) as SavedPlace);
}

function warnIfDamaged({ raw, file }: FoundPlace): string[] {
  return raw === null
    ? []
    : [
        `${file} is damaged. Its text is shown unchanged: tell the agent which parts are still true. It stays pending.`,
      ];
}

function warnIfNoSuchPage({ pages }: ShownWork, { page }: ResumeInput): string[] {
  return page <= pages ? [] : [`There is no page ${page}: the record has ${count(pages, "page")}.`];
}

/** Work that nobody named, but that was not done here. */
async function warnIfElsewhere(ctx: Context, work: LoadedWork | undefined): Promise<string[]> {
  const location = work?.session && (await findOtherLocation(ctx, work.session));
  return location
    ? [`This work was done in ${location}; none is known here. To choose another: \`holdfast continue\`.`]
    : [];
}

/** A session that was not compacted still has its own place in its context. */
function warnIfOwnPlace(own: string | undefined, work: LoadedWork | undefined): string[] {
  const isOwn = own !== undefined && work?.session?.nativeId === own;
  return isOwn && work.capture.compactions === 0
    ? ["This session saved the place itself and has not been compacted since: it still knows all of this."]
    : [];
}

function findPlaceDrift(
  place: SavedPlace | null,
  now: { branch: string | null; isKnown: boolean },
): string[] {
  if (!place) return [];
  const gone = artifactPaths(place).filter((path) => !existsSync(path));
  const branch = now.branch ?? "unknown";
  return [
    ...(now.isKnown || branch === place.branch ? [] : [`branch was ${place.branch}, is ${branch}`]),
    ...gone.map((path) => `missing: ${path}`),
  ].map(oneLine);
}

interface OfferInput {
  directory: PlacesDirectory;
  work: LoadedWork | undefined;
  own: string | undefined;
  warn: (text: string) => void;
}

function heldView(ctx: Context, input: ResumeInput, { directory, work, own, warn }: OfferInput) {
  const now = ctx.clock();
  const held = findHeld(ctx.processes, directory, { own, left: work?.session, now });
  if (!held) return null;
  if (!held.isOwn && held.path !== null)
    warn(
      `The held prompts belong to another session (session-id mismatch: was ${held.session}, current ${own ?? "unknown"}).`,
    );
  const { held: choice, tries, replacement } = input;
  const outcome =
    choice === undefined
      ? NOTHING_HELD_DONE
      : applyHeldAnswer(
          held,
          { choice, tries, replacement },
          createDiscardWhenPrinted(ctx, { directory, at: now, warn }),
        );
  return { session: held.session, isOwn: held.isOwn, prompts: listPrompts(ctx, held), ...outcome };
}

const SHOWN_CHARS = 80;

function listPrompts({ redactor }: Pick<Context, "redactor">, { prompts }: Held) {
  return prompts.map(({ at, text, replayable }, index) => ({
    number: index + 1,
    at,
    beginning: bounded(oneLine(redactor.text(text)), SHOWN_CHARS),
    replayable,
  }));
}
