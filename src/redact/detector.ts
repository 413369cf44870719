import type { Span } from "./span.ts";

export interface Detection {
  spans: Span[];
  /** How far the text was read. Keywords of the same detector before this offset are skipped. */
  readTo?: number;
}

/** Finds secrets around each occurrence of its keywords (three characters or more, in any case). */
export interface Detector {
  keywords: readonly string[];
  /** `from` is the offset up to which this detector has already read the text. */
  detect(text: string, at: number, from: number): Detection;
}

export const NOTHING: Detection = { spans: [] };

/** A detector of at most one secret per keyword. */
export function createDetector(
  keywords: readonly string[],
  find: (text: string, at: number, from: number) => Span | undefined,
): Detector {
  return {
    keywords,
    detect(text, at, from) {
      const span = find(text, at, from);
      return span === undefined ? NOTHING : { spans: [span], readTo: span.end };
    },
  };
}
