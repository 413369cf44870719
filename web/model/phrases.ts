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

const DOLLARS = new Intl.NumberFormat("en", { style: "currency", currency: "USD" });

export function money(amount: number): string {
  return amount > 0 && amount < 0.01 ? "< $0.01" : DOLLARS.format(amount);
}

const SHORT = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

/** `1.2M` */
export function shortNumber(number: number): string {
  return SHORT.format(number);
}

/** The last part of a path. */
export function lastPart(path: string): string {
  return path.replace(/\/+$/, "").split("/").at(-1) || path;
}

/** `12 kB`, `3.4 MB` */
export function byteSize(bytes: number): string {
  return bytes < 1e6 ? `${Math.ceil(bytes / 1e3)} kB` : `${(bytes / 1e6).toFixed(1)} MB`;
}
