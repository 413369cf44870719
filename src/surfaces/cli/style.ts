import { styleText } from "node:util";

/** Colours are asked for once, where the command line starts; without them text is text. */
export interface Style {
  strong(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
}

export function styleFor(colours: boolean): Style {
  const paint = (format: Parameters<typeof styleText>[0]) => (text: string) =>
    colours ? styleText(format, text) : text;
  return { strong: paint("bold"), dim: paint("dim"), good: paint("green"), bad: paint("red") };
}
