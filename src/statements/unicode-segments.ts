/**
 * Splits text like `Intl.Segmenter`. The first use of a segmenter takes half as long as starting a process, so ASCII
 * text is split by regular expressions that implement the same rules (UAX #29).
 */
export function sentenceSegments(text: string): string[] {
  if (!ASCII.test(text)) return segmentsOf("sentence", text).map(({ segment }) => segment);
  const ends = [...text.matchAll(ASCII_END)].map(({ index, 0: end }) => index + end.length);
  return [0, ...ends].map((start, i) => text.slice(start, ends[i])).filter((sentence) => sentence !== "");
}

/** Words and numbers, without punctuation and white space. */
export function wordSegments(text: string): string[] {
  if (ASCII.test(text)) return (text.match(ASCII_WORD) ?? []).filter((word) => word !== "_");
  return segmentsOf("word", text).flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));
}

/** Printable characters and tabs; the rules differ for other control characters. */
const ASCII = /^[\t -~]*$/;

/**
 * A terminator with the quotes, brackets and spaces after it, not followed by a comma or another terminator. A period
 * does not end a sentence before a digit, between letters, or if the next letter is lower case.
 */
const ASCII_END =
  /[!?](?=(["'()[\]{}]*[ \t]*))\1(?![,:;.!?-]|$)|\.(?!\d|(?<=[A-Za-z]\.)[A-Z])(?=(["'()[\]{}]*[ \t]*))\2(?![,:;.!?-]|$|[^A-Za-z.!?]*[a-z])/g;
/** Letters, digits and underscores; an apostrophe, period or colon between letters; a separator between digits. */
const ASCII_WORD = /\w+(?:(?:(?<=[A-Za-z])['.:](?=[A-Za-z])|(?<=\d)['.,;](?=\d))\w+)*/g;

const segmenters = new Map<string, Intl.Segmenter>();

function segmentsOf(granularity: "sentence" | "word", text: string): Intl.SegmentData[] {
  const segmenter = segmenters.get(granularity) ?? new Intl.Segmenter(undefined, { granularity });
  segmenters.set(granularity, segmenter);
  return [...segmenter.segment(text)];
}
