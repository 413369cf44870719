import fc from "fast-check";
import { expect, test } from "vitest";
import { sentenceSegments, wordSegments } from "../../src/statements/unicode-segments.ts";

const sentences = new Intl.Segmenter(undefined, { granularity: "sentence" });
const words = new Intl.Segmenter(undefined, { granularity: "word" });
const sentencesOf = (text: string) => Array.from(sentences.segment(text), ({ segment }) => segment);
const toSearchWords = (text: string) =>
  Array.from(words.segment(text)).flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));

const oneOf = (characters: string) => fc.constantFrom(...characters.split(""));

/** Characters that the rules distinguish, the more often the more they do; some texts leave ASCII. */
const unit = fc.oneof(
  { weight: 6, arbitrary: oneOf("aabBc01_..!?,;:-'\"()[]{}  \t") },
  { weight: 2, arbitrary: oneOf("@/#$%&*+<=>\\^`|~") },
  { weight: 1, arbitrary: fc.constantFrom("é", "字", "。", "\u0000", "\r") },
);
const text = fc.oneof(
  fc.string({ unit: oneOf("aabB01.'_,!: "), maxLength: 12 }),
  fc.string({ unit, maxLength: 12 }),
);
const many = { numRuns: 3_000 };

test("any text is split into the sentences that Unicode's rules find", () => {
  fc.assert(
    fc.property(text, (any) => {
      expect(sentenceSegments(any)).toEqual(sentencesOf(any));
    }),
    many,
  );
});

test("any text is split into the words that Unicode's rules find", () => {
  fc.assert(
    fc.property(text, (any) => {
      expect(wordSegments(any)).toEqual(toSearchWords(any));
    }),
    many,
  );
});
