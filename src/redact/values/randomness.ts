// Only this much of a long value is examined.
const JUDGED = 256;

/** True for letters mixed with digits or with marks that are common in passwords. */
export function hasMixture(value: string): boolean {
  return /[A-Za-z]/.test(value) && /[\d!@#$%^&*~+]/.test(value);
}

/** True if a part between the separators of a name or path is random: no one would choose it as a name. */
export function hasRandomPart(value: string): boolean {
  return value
    .split(/[^A-Za-z0-9_-]+/)
    .some((part) => part.length >= 12 && /\d/.test(part) && !isWordy(part) && isRandom(part));
}

/** True for words and numbers joined by marks or capitals: `user-profile-2`, `withTTYOverride`, `rs256`. */
export function isWordy(value: string): boolean {
  return value
    .split(/[^A-Za-z0-9]+/)
    .every((part) =>
      /^(?:[A-Z]?[a-z]+|[A-Z]+|(?:[A-Z][a-z]+)+|[a-z]+(?:[A-Z][a-z]+)+|[a-z]*(?:[A-Z]{1,6}[a-z]{2,}\d{0,2})+[A-Z]{0,6}|[a-z]{0,12}\d{0,4}|[A-Z]{0,12}\d{0,4}|v?\d+)$/.test(
        part,
      ),
    );
}

/** True for an identifier: words in camel case after an optional prefix. */
export function isNameLike(value: string): boolean {
  return /^(?:[A-Za-z]{1,12}[_:./ -]+)*[A-Z]?[a-z]{2,}(?:[A-Z][a-z]{2,})+$/.test(value);
}

/** True if the kind of character changes often, as in a generated value. */
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

/** The Shannon entropy in bits per character; of a long value, only its beginning counts. */
export function entropy(whole: string): number {
  const length = Math.min(whole.length, JUDGED);
  // Few different non-ASCII characters occur in a secret, so they share counters by their low bits.
  const counts = new Uint16Array(256);
  for (let i = 0; i < length; i++) {
    const place = whole.charCodeAt(i) & 255;
    counts[place] = (counts[place] ?? 0) + 1;
  }
  let bits = 0;
  for (const count of counts) if (count > 0) bits -= (count / length) * Math.log2(count / length);
  return bits;
}
