import type { Line, Span, Tone } from "./line.ts";

const CODES = {
  strong: [1, 22],
  dim: [2, 22],
  good: [32, 39],
  bad: [31, 39],
  match: [4, 24],
  selected: [7, 27],
} as const;

/** Without colors, only what carries a meaning is left: the selection, matches and what is strong. */
const COLORLESS: ReadonlySet<Tone | "selected"> = new Set(["strong", "match", "selected"] as const);

/** A line as the terminal gets it. What is selected is reversed as a whole; only matches differ in it. */
export function paint({ spans }: Line, colors: boolean): string {
  return spans.map((each) => paintSpan(each, colors)).join("");
}

function paintSpan({ text, tone, isSelected = false }: Span, colors: boolean): string {
  if (!isSelected) return withCodes(text, tone, colors);
  return withCodes(tone === "match" ? withCodes(text, tone, colors) : text, "selected", colors);
}

function withCodes(text: string, tone: Tone | "selected", colors: boolean): string {
  if (tone === "plain" || text === "" || !(colors || COLORLESS.has(tone))) return text;
  const [begin, end] = CODES[tone];
  return `\x1b[${begin}m${text}\x1b[${end}m`;
}
