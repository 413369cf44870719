import { type HeldChoice, parseHeldChoice } from "./held-choice.ts";
import type { HeldPrompt } from "./held-prompt-format.ts";

/** Held prompts that can now be run. */
export interface Held {
  prompts: readonly HeldPrompt[];
  /** The file with the prompts; null for a prompt that is only in the transcript. */
  path: string | null;
  /** The session that they belong to. */
  session: string;
  /** Whether that is the asking session. */
  isOwn: boolean;
}

export interface HeldAnswer {
  /** What to do with the prompts. */
  choice: string;
  /** Number of invalid answers before this one. */
  tries: number;
  /** The new text of an edited prompt. */
  replacement: string | undefined;
}

export interface HeldOutcome {
  /** The text to run now, as if the user had typed it. */
  run: string | null;
  /** The text of a prompt for the user to edit. The call is then repeated with the replacement. */
  edit: string | null;
  /** The answer was invalid, so ask once more. */
  askAgain: boolean;
  /** Whether the file of the prompts was moved to the trash. */
  discarded: boolean;
}

export const NOTHING_HELD_DONE: HeldOutcome = { run: null, edit: null, askAgain: false, discarded: false };

/**
 * Applies the choice. The file of the session's own prompts is moved to the trash after the choice (P40). That of
 * another session is kept unless the choice is `delete` (P41).
 */
export function applyHeldAnswer(
  held: Held,
  { choice, tries, replacement }: HeldAnswer,
  discard: (path: string) => boolean,
): HeldOutcome {
  const decided = parseHeldChoice(choice, held.prompts.length);
  if (decided.type === "invalid" && tries === 0) return { ...NOTHING_HELD_DONE, askAgain: true };
  if (decided.type === "edit" && replacement === undefined)
    return { ...NOTHING_HELD_DONE, edit: held.prompts[decided.number - 1]?.text ?? null };
  const outcome = { ...NOTHING_HELD_DONE, discarded: discardDecided(held, decided, discard) };
  if (decided.type === "edit") return { ...outcome, run: replacement ?? null };
  return decided.type === "run" ? { ...outcome, run: joinPrompts(held.prompts, decided.numbers) } : outcome;
}

function discardDecided(
  { path, isOwn }: Held,
  { type }: HeldChoice,
  discard: (path: string) => boolean,
): boolean {
  return path !== null && (isOwn || type === "delete") && discard(path);
}

/** Joins the chosen prompts, oldest first, with blank lines. Skips notifications of the client. */
function joinPrompts(prompts: readonly HeldPrompt[], numbers: readonly number[]): string | null {
  const chosen = prompts.filter(({ replayable }, index) => replayable && numbers.includes(index + 1));
  return chosen.length === 0 ? null : chosen.map(({ text }) => text).join("\n\n");
}
