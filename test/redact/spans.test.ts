import { describe, expect, test } from "vitest";
import { aroundPlaceholders, findInParts } from "../../src/redact/parts.ts";
import { plainView } from "../../src/redact/plain-view.ts";
import { findRepeated } from "../../src/redact/repeated-values.ts";
import { createCoverage, maskSpans, mergeSpans, type Span } from "../../src/redact/span.ts";

const span = (start: number, end: number): Span => ({ start, end });

describe("spans", () => {
  test("are merged where they touch or overlap, in their order", () => {
    expect(mergeSpans([span(9, 12), span(0, 3), span(3, 5), span(10, 11), span(7, 7)])).toEqual([
      span(0, 5),
      span(9, 12),
    ]);
  });

  test("cover their characters and no others", () => {
    const covered = createCoverage(10, [span(2, 4)]);
    covered.add(span(6, 7));
    const touching = Array.from({ length: 10 }, (_, at) => at).filter((at) =>
      covered.touches(span(at, at + 1)),
    );
    expect(touching).toEqual([2, 3, 6]);
    expect(createCoverage(3).touches(span(0, 3))).toBe(false);
  });

  test("give way to the placeholder", () => {
    expect(maskSpans("say one or two", [span(4, 7), span(11, 14)])).toBe("say [REDACTED] or [REDACTED]");
  });
});

describe("parts of a text", () => {
  test("are searched alone, and what is found has its place in the whole", () => {
    const seen: string[] = [];
    const found = findInParts("ab-xx-xx", [span(0, 2), span(3, 8)], (part) => {
      seen.push(part);
      return [...part.matchAll(/xx/g)].map(({ index }) => span(index, index + 2));
    });
    expect(seen).toEqual(["ab", "xx-xx"]);
    expect(found).toEqual([span(3, 5), span(6, 8)]);
  });

  /** Lines of ten characters each, of which some were masked. */
  const line = (i: number) => `${i}`.padStart(9, "0");
  const lines = Array.from({ length: 3_000 }, (_, i) => line(i)).join("\n");
  const masked = (...spans: Span[]) => ({
    text: maskSpans(lines, spans),
    parts: aroundPlaceholders(maskSpans(lines, spans), spans),
  });

  test("are the whole lines within 2,048 characters of a placeholder", () => {
    const { text, parts } = masked(span(10_003, 10_007));
    expect(parts).toHaveLength(1);
    const [part] = parts;
    // From the line that holds the 2,048th character before it to the one that holds the 2,048th behind it.
    expect(text.slice(part?.start, (part?.start ?? 0) + 9)).toBe(line(795));
    expect(text.slice((part?.end ?? 0) - 10, part?.end)).toBe(`${line(1_205)}\n`);
  });

  test("shift with what was replaced before", () => {
    const { text, parts } = masked(span(5_000, 5_001), span(20_000, 20_009));
    const at = parts.map(({ start, end }) => text.slice(start, end).indexOf("[REDACTED]"));
    expect(at.every((place) => place > 2_030 && place < 2_060)).toBe(true);
    expect(parts).toHaveLength(2);
  });

  test("end with the text", () => {
    const { text, parts } = masked(span(0, 3), span(29_990, 29_999));
    expect(parts[0]?.start).toBe(0);
    expect(parts[1]?.end).toBe(text.length);
  });

  test("are the whole text where that is nearly as much", () => {
    expect(masked(span(3_000, 3_001), span(10_000, 10_001), span(17_000, 17_001)).parts).toHaveLength(3);
    const everywhere = Array.from({ length: 7 }, (_, i) => span(i * 4_000 + 2_000, i * 4_000 + 2_009));
    const { text, parts } = masked(...everywhere);
    expect(parts).toEqual([span(0, text.length)]);
    expect(aroundPlaceholders("[REDACTED]", [span(0, 3)])).toEqual([span(0, 10)]);
    expect(aroundPlaceholders(lines, [])).toEqual([]);
  });
});

describe("what was found once", () => {
  const VALUE = "k3J9x2Lq8Z";
  const repeated = (text: string, value: string) =>
    findRepeated(text, [span(text.indexOf(value), text.indexOf(value) + value.length)]).map(
      ({ start }) => start,
    );

  test("is found wherever it stands as a word", () => {
    expect(repeated(`a ${VALUE} (${VALUE}) x${VALUE} ${VALUE}1 ${VALUE}`, VALUE)).toEqual([2, 14, 50]);
    expect(repeated(`${VALUE} ${VALUE.toLowerCase()}`, VALUE)).toEqual([0]);
  });

  test.each([
    ["is short", "k3J9x2L"],
    ["has no digit", "kestrelheron"],
    ["has no letter", "1234567890"],
    ["holds a blank", "k3J9 x2Lq8Z"],
    ["is long", "k3".repeat(129)],
  ])("is not looked for if it %s", (_, value) => {
    expect(repeated(`${value} ${value}`, value)).toEqual([]);
  });

  test.each(["k3J9x2Lq", "k3".repeat(128)])("is looked for if it has 8 to 256 characters: %s", (value) => {
    expect(repeated(`${value} ${value}`, value)).toHaveLength(2);
  });

  test("is one of a thousand values at most", () => {
    const values = Array.from({ length: 1_001 }, (_, i) => `value${1_000_000 + i}`);
    const text = values.join(" ");
    const found = values.map((value) => span(text.indexOf(value), text.indexOf(value) + value.length));
    expect(findRepeated(text, found)).toHaveLength(1_000);
  });
});

describe("a text as its reader sees it", () => {
  test.each([
    ["plain", "plain"],
    [String.raw`a\nb\tc\rd`, "a\nb\tc\rd"],
    [String.raw`say \"x\" \'y\' \/`, `say "x" 'y' /`],
    [String.raw`\\\"x`, `"x`],
    [String.raw`\u0041\\u0042`, "AB"],
    [String.raw`a\u200bb`, "ab"],
    [String.raw`\u001b[31mred\x1b[0m\033[1m\e[0m`, "red"],
    ["\u001b[31mred\u001b[0m", "red"],
    ["\u001b]0;title\u0007red\u001b]0;x\u001b\\", "red"],
    ["a\u200bb\u00adc\ufeff", "abc"],
    ["one \\\ntwo \\\r\nthree", "one two three"],
    [String.raw`one \\\ntwo`, "one two"],
    ["ｔｏｋｅｎ＝１", "token=1"],
    ["a\u3000b\ufe30c", "a b:c"],
    ["pаsswоrd", "password"],
    ["слово", "слово"],
  ])("%j is %j", (written, text) => {
    expect(plainView(written).text).toBe(text);
  });

  test("leads back to the places of the original", () => {
    const written = String.raw`ab\n\u0063` + "\u200bd\u001b[0me";
    const view = plainView(written);
    expect(view.text).toBe("ab\ncde");
    const original = (start: number, end: number) => {
      const place = view.toOriginal(start, end);
      return written.slice(place.start, place.end);
    };
    expect(original(0, 2)).toBe("ab");
    expect(original(2, 3)).toBe(String.raw`\n`);
    expect(original(3, 4)).toBe(String.raw`\u0063`);
    expect(original(4, 6)).toBe("d\u001b[0me");
    expect(original(1, 5)).toBe(String.raw`b\n\u0063` + "\u200bd");
    expect(plainView("plain").toOriginal(1, 3)).toEqual(span(1, 3));
  });
});
