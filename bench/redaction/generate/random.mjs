const LOWER = "abcdefghijklmnopqrstuvwxyz";
const DIGITS = "0123456789";
export const HEX = `${DIGITS}abcdef`;
export const ALNUM = LOWER + LOWER.toUpperCase() + DIGITS;
export const LOWNUM = LOWER + DIGITS;
export const UPNUM = LOWER.toUpperCase() + DIGITS;

/** A repeatable source of choices: equal seeds give equal texts. */
export function createRandom(seed) {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
  const below = (limit) => Math.floor(next() * limit);
  const pick = (items) => items[below(items.length)];
  const chars = (length, alphabet = ALNUM) => Array.from({ length }, () => pick(alphabet)).join("");
  const bytes = (length) => Buffer.from(Array.from({ length }, () => below(256)));
  const uuid = () => chars(32, HEX).replace(/^(.{8})(.{4})(.{4})(.{4})/, "$1-$2-$3-$4-");
  return { below, pick, chars, bytes, uuid };
}

/** Which half a family or a context is in, by its name alone: 0 is looked at while rules are written, 1 is not. */
export function halfOf(name) {
  let sum = 7;
  for (const char of name) sum = (Math.imul(sum, 31) + char.charCodeAt(0)) >>> 0;
  return (Math.imul(sum ^ (sum >>> 13), 0x85ebca6b) >>> 17) & 1;
}
