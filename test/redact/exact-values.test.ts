import { describe, expect, test } from "vitest";
import { findKnownValues, findSecretReferences } from "../../src/redact/exact-values.ts";
import type { Span } from "../../src/redact/span.ts";

const shown = (text: string, spans: readonly Span[]) => spans.map(({ start, end }) => text.slice(start, end));

describe("RED-R14: values known to be secret", () => {
  const found = (values: readonly string[], text: string) => shown(text, findKnownValues(values)(text));

  test("are found wherever they stand, also within words", () => {
    const text = "orchid, orchids, Orchid and myorchid";
    expect(findKnownValues(["orchid"])(text).map(({ start, end }) => [start, end])).toEqual([
      [0, 6],
      [8, 14],
      [30, 36],
    ]);
    expect(found(["orchid", "tulips"], "tulips and an orchid")).toEqual(["orchid", "tulips"]);
    expect(found(["orchid"], "no flower")).toEqual([]);
  });

  test("are found one behind the other, without overlaps", () => {
    expect(findKnownValues(["ababab"])("abababababab")).toEqual([
      { start: 0, end: 6 },
      { start: 6, end: 12 },
    ]);
  });

  test("are found as JSON writes them, too", () => {
    const value = 'say "x"\n';
    expect(found([value], `${value}; ${JSON.stringify(value)}`)).toEqual([value, 'say \\"x\\"\\n']);
  });

  test("have six characters or more that are seen", () => {
    expect(found(["orchid"], "orchid")).toHaveLength(1);
    expect(found(["tulip", "tulip ", "  lily  ", ""], "tulip   lily  ")).toEqual([]);
    expect(found([" orchid"], "an orchid")).toEqual([" orchid"]);
  });

  test("are the first thousand", () => {
    const values = Array.from({ length: 1_001 }, (_, i) => `flower ${i + 1_000}`);
    expect(found(values, "flower 1999, flower 2000")).toEqual(["flower 1999"]);
  });
});

describe("redaction.md 7: references to variables", () => {
  const found = (text: string) => shown(text, findSecretReferences(text));

  test.each([
    "$API_TOKEN",
    "$apiToken",
    "$Secret2",
    "$DB_PASSWORD",
    "$PASSWD",
    "$SSH_KEY",
    "$AWS_CREDENTIALS",
    "${API_TOKEN}",
    "${ API_TOKEN}",
    "${\tAPI_TOKEN:-none}",
    "${_TOKEN%x}",
    "%API_TOKEN%",
    "%_KEY%",
  ])("%s suggests a secret by its name", (reference) => {
    expect(found(reference)).toEqual([reference]);
    expect(found(`a ${reference} b`)).toEqual([reference]);
  });

  test.each([
    "$HOME",
    "${LANG:-$}",
    "%PATH%",
    "API_TOKEN",
    "$1TOKEN",
    "%1TOKEN%",
    "%API_TOKEN",
    "${HOME:-TOKEN}",
    "${HOME",
    "${     TOKEN}",
    "${TOKEN\n}",
    "$ TOKEN",
  ])("%j does not, or is none", (text) => {
    expect(found(text)).toEqual([]);
  });

  test("are found in their order, each whole", () => {
    expect(found("$KEY_1/${HOME}/${KEY_2}.%KEY_3%.$KEY_4-x")).toEqual([
      "$KEY_1",
      "${KEY_2}",
      "%KEY_3%",
      "$KEY_4",
    ]);
  });
});
