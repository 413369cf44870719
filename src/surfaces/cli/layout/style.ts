/** Text styles; plain text where colors are off. */
export interface Style {
  strong(text: string): string;
  dim(text: string): string;
  good(text: string): string;
  bad(text: string): string;
}

/** The codes that start and end a style. `util.styleText` would add a tenth to the start-up time. */
const CODES = { strong: [1, 22], dim: [2, 22], good: [32, 39], bad: [31, 39] } as const;

export function styleFor(colors: boolean): Style {
  const paint =
    ([begin, end]: readonly [number, number]) =>
    (text: string) =>
      colors ? `\x1b[${begin}m${text}\x1b[${end}m` : text;
  return {
    strong: paint(CODES.strong),
    dim: paint(CODES.dim),
    good: paint(CODES.good),
    bad: paint(CODES.bad),
  };
}
