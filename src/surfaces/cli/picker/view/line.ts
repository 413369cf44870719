import { escapeTerminal } from "../../../escape-terminal.ts";
import { cutTo, widthOf } from "../../layout/text-width.ts";

export type Tone = "plain" | "strong" | "dim" | "good" | "bad" | "match";

/** A piece of a line. Made by `span` only, so that nothing in it controls the terminal. */
export interface Span {
  readonly text: string;
  readonly tone: Tone;
  readonly isSelected?: boolean;
}

export interface Line {
  spans: readonly Span[];
}

export function span(text: string, tone: Tone = "plain"): Span {
  return { text: safe(text), tone };
}

export function line(...spans: readonly Span[]): Line {
  return { spans };
}

export function selected({ spans }: Line): Line {
  return { spans: spans.map((each) => ({ ...each, isSelected: true })) };
}

/** A text in exactly so many columns. */
export function cell(text: string, columns: number, align: "left" | "right" = "left"): string {
  if (columns <= 0) return "";
  const cut = cutTo(safe(text), columns);
  const space = " ".repeat(Math.max(0, columns - widthOf(cut)));
  return align === "left" ? cut + space : space + cut;
}

/** The end of a text that is typed, so that what is typed last can be seen. */
export function tail(text: string, columns: number): string {
  const characters = Array.from(safe(text));
  while (widthOf(characters.join("")) > columns) characters.shift();
  return characters.join("");
}

export function lineWidth({ spans }: Line): number {
  return spans.reduce((sum, { text }) => sum + widthOf(text), 0);
}

/** A line in exactly so many columns. What does not fit is cut off. */
export function fitLine({ spans }: Line, columns: number): Line {
  const kept: Span[] = [];
  let left = columns;
  for (const each of spans) {
    const width = widthOf(each.text);
    if (width > left) return { spans: [...kept, { ...each, text: cell(each.text, left) }] };
    kept.push(each);
    left -= width;
  }
  return { spans: left > 0 ? [...kept, span(" ".repeat(left))] : kept };
}

function safe(text: string): string {
  return escapeTerminal(text).replaceAll(/[\t\n]/g, " ");
}
