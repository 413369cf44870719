// Only this much of a long value is examined.
const JUDGED = 256;

/** Letters with digits or with the marks that people put into passwords. */
export function hasMixture(value: string): boolean {
  return /[A-Za-z]/.test(value) && /[\d!@#$%^&*~+]/.test(value);
}

/** Something between the separators of names and paths that no one would choose as a name. */
export function hasRandomPart(value: string): boolean {
  return value
    .split(/[^A-Za-z0-9_-]+/)
    .some((part) => part.length >= 12 && /\d/.test(part) && !isWordy(part) && isRandom(part));
}

/** Words, numbers and versions joined by marks or capitals: `user-profile-2`, `withTTYOverride`, `addInt32Prefix`, `rs256`. */
export function isWordy(value: string): boolean {
  return value
    .split(/[^A-Za-z0-9]+/)
    .every((part) =>
      /^(?:[A-Z]?[a-z]+|[A-Z]+|(?:[A-Z][a-z]+)+|[a-z]+(?:[A-Z][a-z]+)+|[a-z]*(?:[A-Z]{1,6}[a-z]{2,}\d{0,2})+[A-Z]{0,6}|[a-z]{0,12}\d{0,4}|[A-Z]{0,12}\d{0,4}|v?\d+)$/.test(
        part,
      ),
    );
}

/** An identifier of a program: words in camel case after an optional prefix. */
export function isNameLike(value: string): boolean {
  return /^(?:[A-Za-z]{1,12}[_:./ -]+)*[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})+$/.test(value);
}

/** Many kinds of characters in random order, as a generator makes them. */
export function isRandom(value: string): boolean {
  let changes = 0;
  for (let i = 1; i < value.length; i++) {
    if (characterClass(value.charCodeAt(i)) !== characterClass(value.charCodeAt(i - 1))) changes++;
  }
  return changes / value.length >= 0.25 && entropy(value) >= 3;
}

function characterClass(code: number): number {
  if (code >= 97 && code <= 122) return 1;
  if (code >= 65 && code <= 90) return 2;
  return code >= 48 && code <= 57 ? 3 : 4;
}

/** Shannon entropy in bits per character, of the beginning of a long value. */
export function entropy(whole: string): number {
  const length = Math.min(whole.length, JUDGED);
  // Of characters that are not ASCII there are few kinds in a secret: they share the places by their low bits.
  const counts = new Uint16Array(256);
  for (let i = 0; i < length; i++) {
    const place = whole.charCodeAt(i) & 255;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / length) * Math.log2(count / length);
  return bits;
}
