/** At most so many characters, without half a character at the end. */
export function cut(text: string, max: number): string {
  if (text.length <= max) return text;
  return `${text
    .slice(0, max - 1)
    .toWellFormed()
    .replace(/\ufffd$/, "")}…`;
}

export function plural(number: number, noun: string): string {
  return `${number.toLocaleString("en")} ${noun}${number === 1 ? "" : "s"}`;
}
