/** Words of greetings and of requests to continue. They do not describe any work. */
const EMPTY_WORDS = new Set(
  "hi hello hey hallo there good morning thanks thank you ok okay yes yep no sure please go on ahead continue proceed keep going carry resume next now and do it so that this with the work weiter bitte danke".split(
    " ",
  ),
);

/** Whether a prompt says anything about the work, as opposed to "continue". */
export function describesWork(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.some((word) => !EMPTY_WORDS.has(word));
}
