import type { PlacesFolder } from "../files/places-folder.ts";
import { moveToTrash } from "../files/trash.ts";
import { type HeldChoice, readHeldChoice } from "./held-choice.ts";
import type { HeldPrompt } from "./held-prompts.ts";

/** The prompts that were kept and that someone may now run. */
export interface Held {
  prompts: readonly HeldPrompt[];
  /** The file that they are in; null for one that only the transcript has. */
  path: string | null;
  /** Whose they are, and whether that is the session that asks. */
  session: string;
  isOwn: boolean;
}

export interface HeldAnswer {
  /** What to do with them. */
  choice: string;
  /** How many answers before this one were invalid. */
  tries: number;
  /** What the person made of the prompt that they edit. */
  replacement: string | undefined;
}

export interface HeldOutcome {
  /** The text to run now, as if the user had typed it. */
  run: string | null;
  /** The whole text of a prompt, for the user to edit: run again with the replacement. */
  edit: string | null;
  /** The answer was invalid: ask once more. */
  askAgain: boolean;
  /** Whether the file of the prompts was moved to the trash. */
  discarded: boolean;
}

export const NOTHING_HELD_DONE: HeldOutcome = { run: null, edit: null, askAgain: false, discarded: false };

/**
 * Does what was chosen. The file of the session's own prompts goes to the trash once it was decided (P40); that of another
 * session stays unless it was to be deleted (P41).
 */
export function answerHeld(
  held: Held,
  { choice, tries, replacement }: HeldAnswer,
  discard: (path: string) => boolean,
): HeldOutcome {
  const decided = readHeldChoice(choice, held.prompts.length);
  if (decided.type === "invalid" && tries === 0) return { ...NOTHING_HELD_DONE, askAgain: true };
  if (decided.type === "edit" && replacement === undefined)
    return { ...NOTHING_HELD_DONE, edit: held.prompts[decided.number - 1]?.text ?? null };
  const outcome = { ...NOTHING_HELD_DONE, discarded: discardDecided(held, decided, discard) };
  if (decided.type === "edit") return { ...outcome, run: replacement ?? null };
  return decided.type === "run" ? { ...outcome, run: textOf(held.prompts, decided.numbers) } : outcome;
}

function discardDecided(
  { path, isOwn }: Held,
  { type }: HeldChoice,
  discard: (path: string) => boolean,
): boolean {
  return path !== null && (isOwn || type === "delete") && discard(path);
}

/** Oldest first, a blank line between. Notifications of the client are skipped. */
function textOf(prompts: readonly HeldPrompt[], numbers: readonly number[]): string | null {
  const chosen = prompts.filter(({ replayable }, index) => replayable && numbers.includes(index + 1));
  return chosen.length === 0 ? null : chosen.map(({ text }) => text).join("\n\n");
}

/** Moves a file to the trash; where that fails, `warn` says so and the file stays (P39). */
export function discarding(folder: PlacesFolder, at: number, warn: (text: string) => void) {
  return (path: string): boolean => {
    try {
      return moveToTrash(folder, path, at);
    } catch (error) {
      warn(
        `${path} could not be moved to the trash: ${error instanceof Error ? error.message : String(error)}`,
      );
      return false;
    }
  };
}
