/** Words of greetings and of "go on": they describe no work. */
const EMPTY_WORDS = new Set(
  "hi hello hey hallo there good morning thanks thank you ok okay yes yep no sure please go on ahead continue proceed keep going carry resume next now and do it so that this with the work weiter bitte danke".split(
    " ",
  ),
);

/** Whether a prompt says anything about the work, and not only to continue it. */
export function describesWork(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.some((word) => !EMPTY_WORDS.has(word));
}
